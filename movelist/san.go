package movelist

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// SAN stores moves as text in Standard Algebraic Notation, some 33 bits a move.
// Append begins with the byte 0x41, an A.
var SAN Level = &level{coder: san{}}

type san struct{}

func (san) Name() string { return "san" }

func (san) Method() byte { return byte(blob.MovesSAN) }

func (san) append(s *scratch, dst []byte, g *gamestate.Game) ([]byte, error) {
	if len(g.Moves) > MaxPlies {
		return dst, ErrTooLong
	}
	base, p := len(dst), &s.walker.p
	*p = g.Start
	for i, m := range g.Moves {
		legal, ok := movegen.Resolve(p, m)
		if !ok && m != board.NullMove {
			return dst[:base], &IllegalError{Ply: i, Move: m}
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = notation.Standard.AppendSAN(dst, p, legal)
		movegen.Make(p, legal)
	}
	return append(dst, '\n'), nil
}

// decode accepts only canonical text.
func (san) decode(s *scratch, dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	end := bytes.IndexByte(src, '\n')
	if end < 0 {
		return nil, nil, &CorruptError{Ply: -1, Msg: "no line end"}
	}
	line, rest := src[:end], src[end+1:]
	moves, p := dst, &s.walker.p
	*p = *start
	for more := len(line) > 0; more; {
		var word []byte
		word, line, more = bytes.Cut(line, []byte(" "))
		if len(moves)-len(dst) == MaxPlies {
			return nil, nil, &CorruptError{Ply: -1, Msg: "too many moves"}
		}
		m, form, err := notation.Standard.ParseSAN(word, p)
		if err != nil {
			return nil, nil, &CorruptError{Ply: len(moves) - len(dst), Msg: err.Error()}
		}
		if form != 0 {
			return nil, nil, &CorruptError{Ply: len(moves) - len(dst), Msg: "not canonical SAN"}
		}
		moves = append(moves, m)
		movegen.Make(p, m)
	}
	return moves, rest, nil
}
