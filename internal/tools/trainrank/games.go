package main

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// source is one file of the mix.
type source struct {
	name   string
	every  int // take every n-th game
	copies int // and train on it so often
}

// read returns the main lines of the games of a source.
func (s source) read() ([]gamestate.Game, error) {
	src, err := corpus.Read("pgn/" + s.name)
	if err != nil {
		return nil, err
	}
	return mainLines(src, s.every), nil
}

// mainLines returns the main lines of every n-th game in src. A game ends before
// its first move that is not legal SAN, or a null move; games without moves and
// games from a FEN that cannot be read are left out.
func mainLines(src []byte, every int) []gamestate.Game {
	var games []gamestate.Game
	var split pgn.Splitter
	for n := 0; ; n++ {
		size, ok := split.Next(src, true)
		if !ok {
			return games
		}
		if n%every == 0 {
			if g := mainLine(src[:size]); len(g.Moves) > 0 {
				games = append(games, g)
			}
		}
		src = src[size:]
	}
}

// mainLine reads the game in text.
func mainLine(text []byte) gamestate.Game {
	in := pgn.NewScanner(text)
	g := gamestate.Game{Start: board.Start()}
	p := g.Start
	var room [256]board.Move
	depth := 0
	for {
		t, ok := in.Next()
		if !ok {
			return g
		}
		switch t.Kind {
		case pgn.TagPair:
			if name, value := t.Tag(); bytes.EqualFold(name, []byte("FEN")) && len(g.Moves) == 0 {
				var err error
				if p, err = board.ParseFEN(string(value)); err != nil {
					return gamestate.Game{}
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
			legal := movegen.AppendLegal(room[:0], &p)
			m, _, err := notation.Standard.ParseSAN(t.Text, &p, legal)
			if err != nil || m == board.NullMove {
				return g
			}
			g.Moves = append(g.Moves, m)
			movegen.Make(&p, m)
		}
	}
}
