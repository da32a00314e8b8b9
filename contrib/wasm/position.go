//go:build js && wasm && !answers

package main

import (
	"strings"
	"syscall/js"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/notation"
)

// position runs a call that does not wait: its name and its arguments. Errors are
// returned, since Go cannot throw.
func (a *app) position(name string, args js.Value) any {
	v, err := positionCall(name, values{args})
	if err != nil {
		return failure(a.host, err)
	}
	return valueOf(v)
}

func positionCall(name string, args values) (any, error) {
	switch name {
	case "decode":
		p, rest, err := codec.DecodePosition(args.bytes(0))
		if err == nil && len(rest) > 0 {
			err = &callError{"corrupt", "bytes lie behind the position"}
		}
		return p.String(), err
	case "ofKey":
		var k codec.Key
		if err := k.UnmarshalText([]byte(args.text(0))); err != nil {
			return nil, err
		}
		p, err := k.Position()
		return p.String(), err
	case "encodeGame":
		return encodeGame(args.text(0), args.text(1))
	case "decodeGame":
		return decodeGame(args.bytes(0))
	}
	p, err := board.ParseFEN(args.text(0))
	if err != nil {
		return nil, err
	}
	switch name {
	case "encode":
		return codec.AppendPosition(nil, &p)
	case "key":
		k, err := codec.KeyOf(&p)
		return k.String(), err
	}
	// The other calls need a legal position.
	if err := p.Validate(); err != nil {
		return nil, err
	}
	switch name {
	case "parse":
		return parsed(&p), nil
	case "legal":
		return legal(&p), nil
	}
	m, err := moveOf(args.text(1), &p)
	if err != nil {
		return nil, err
	}
	switch name {
	case "play":
		movegen.Make(&p, m)
		return p.String(), nil
	case "san":
		return notation.SAN(&p, m), nil
	case "uci":
		return notation.UCI(&p, m), nil
	}
	return nil, &callError{"option", "no call is called " + name}
}

// moveOf parses a move, UCI or SAN. Text that is valid UCI is UCI.
func moveOf(text string, p *board.Position) (board.Move, error) {
	if m, err := notation.ParseUCI(text, p); err == nil {
		return m, nil
	}
	return notation.ParseSAN(text, p)
}

// parsed returns the fields of a FEN, and whether the game is over.
func parsed(p *board.Position) string {
	s := gamestate.NewState(*p)
	var w writer
	w.open('{')
	w.key("fen").text(p.String())
	w.key("turn").text(p.Turn.String())
	w.key("squares")
	squares := make([]byte, 64)
	for i := range squares {
		squares[i] = '.'
		if piece := p.Board.At(board.Square(i)); piece != board.Empty {
			squares[i] = piece.Letter()
		}
	}
	w.text(string(squares))
	w.key("halfmoveClock").number(int64(p.HalfmoveClock))
	w.key("fullmoveNumber").number(int64(p.FullmoveNumber))
	w.key("check").flag(s.InCheck())
	w.key("checkmate").flag(s.Checkmate())
	w.key("stalemate").flag(s.Stalemate())
	w.key("insufficientMaterial").flag(s.InsufficientMaterial())
	o := chesszip.OpeningOf(*p)
	w.key("opening")
	if o.Name == "" {
		w.null()
	} else {
		w.open('{')
		w.key("eco").text(o.ECO)
		w.key("name").text(o.Name)
		w.end('}')
	}
	w.end('}')
	return string(w.b)
}

// legal returns the legal moves.
func legal(p *board.Position) string {
	moves := movegen.AppendLegal(nil, p)
	chess960 := p.Chess960()
	var w writer
	var text []byte
	w.open('[')
	for _, m := range moves {
		w.open('{')
		text = notation.AppendUCI(text[:0], p, m, chess960)
		w.key("uci").text(string(text))
		text = notation.Standard.AppendSAN(text[:0], p, m)
		w.key("san").text(string(text))
		w.end('}')
	}
	w.end(']')
	return string(w.b)
}

// encodeGame encodes a game's start and moves; blanks separate the moves.
func encodeGame(start, moves string) (any, error) {
	p, err := board.ParseFEN(start)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return nil, err
	}
	g := gamestate.Game{Start: p}
	for text := range strings.FieldsSeq(moves) {
		m, err := moveOf(text, &p)
		if err != nil {
			return nil, err
		}
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	return codec.AppendGame(nil, &g, movelist.Fast)
}

// decodeGame decodes a game's start and moves.
func decodeGame(data []byte) (any, error) {
	g, rest, err := codec.DecodeGame(data, movelist.Fast)
	if err == nil && len(rest) > 0 {
		err = &callError{"corrupt", "bytes lie behind the game"}
	}
	if err != nil {
		return nil, err
	}
	var w writer
	w.open('{')
	w.key("start").text(g.Start.String())
	writeMoves(&w, &g.Start, len(g.Moves), func(i int) board.Move { return g.Moves[i] })
	w.end('}')
	return string(w.b), nil
}
