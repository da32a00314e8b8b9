// Package train learns the weights of package internal/model/moves from games.
//
// The model is a softmax over the legal moves whose scores are sums of one weight for
// each feature. It is learned by Adagrad, game after game, with floating point; the
// result is rounded to integers, and codecs use only these. The same games, options
// and seed give the same weights on one architecture, with any number of threads.
package train

import (
	"bytes"
	"context"
	"io"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	gamemoves "github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// Game is a game to learn from.
type Game struct {
	Start board.Position
	Moves []board.Move // legal
	Known moves.Known
}

// chunk is the number of bytes of a file that are read at once.
const chunk = 1 << 20

// Games reads PGN and returns the main lines of every n-th game, with the facts in
// their tags. A game ends before its first move that is not legal SAN, or a null
// move; games without moves, and games from a FEN that cannot be read, are left out.
// The error is that of r.
func Games(r io.Reader, every int) ([]Game, error) {
	return GamesUntil(context.Background(), r, every)
}

// GamesUntil is Games until ctx is done: then it returns the error of ctx.
func GamesUntil(ctx context.Context, r io.Reader, every int) ([]Game, error) {
	steps := new(budget.Budget).Until(ctx)
	var games []Game
	var split pgn.Splitter
	var buf []byte
	number, eof := 0, false
	for {
		size, ok := split.Next(buf, eof)
		if ok {
			if number%every == 0 {
				if g := mainLine(buf[:size], steps); len(g.Moves) > 0 {
					g.Known.Plies = len(g.Moves)
					games = append(games, g)
				}
			}
			if number++; !steps.Step(budget.FastPly) {
				return nil, ctxio.Err(ctx)
			}
			buf = buf[size:]
			continue
		}
		if eof {
			return games, nil
		}
		old := len(buf)
		grown := make([]byte, old+chunk)
		copy(grown, buf)
		n, err := ctxio.Fill(r, grown[old:])
		buf = grown[:old+n]
		if err == io.EOF {
			eof = true
		} else if err != nil {
			return nil, err
		}
	}
}

// mainLine reads the game in text without counting its plies.
func mainLine(text []byte, steps *budget.Budget) (g Game) {
	in := pgn.NewScanner(text)
	g.Start = board.Start()
	p := g.Start
	depth := 0
	for t, ok := in.Next(); ok; t, ok = in.Next() {
		switch t.Kind {
		case pgn.TagPair:
			name, value := t.Tag()
			gamemoves.Learn(&g.Known, name, value)
			if bytes.EqualFold(name, []byte("FEN")) && len(g.Moves) == 0 {
				var err error
				if p, err = board.ParseFEN(string(value)); err != nil {
					return Game{}
				}
				g.Start = p
			}
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		case pgn.Result:
			if depth == 0 {
				return g
			}
		case pgn.Move:
			if depth > 0 {
				continue
			}
			if !steps.Step(budget.FastPly) {
				return g
			}
			m, err := notation.ParseSAN(t.Text, &p)
			if err != nil || m == board.NullMove {
				return g
			}
			g.Moves = append(g.Moves, m)
			movegen.Make(&p, m)
		}
	}
	return g
}
