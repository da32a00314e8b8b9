package main

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
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

// read returns the main lines of the games of a source that begin at the
// start position. A game with a move that is no legal SAN ends before it.
func (s source) read() ([][]board.Move, error) {
	src, err := corpus.Read("pgn/" + s.name)
	if err != nil {
		return nil, err
	}
	var games [][]board.Move
	var split pgn.Splitter
	for n := 0; ; n++ {
		size, ok := split.Next(src, true)
		if !ok {
			return games, nil
		}
		if n%s.every == 0 {
			if g := mainLine(src[:size]); len(g) > 0 {
				games = append(games, g)
			}
		}
		src = src[size:]
	}
}

// mainLine returns the moves of the game in text outside its variations.
func mainLine(text []byte) (moves []board.Move) {
	in := pgn.NewScanner(text)
	p := board.Start()
	var room [256]board.Move
	depth := 0
	for {
		t, ok := in.Next()
		if !ok {
			return moves
		}
		switch t.Kind {
		case pgn.TagPair:
			if name, _ := t.Tag(); bytes.EqualFold(name, []byte("FEN")) {
				return nil
			}
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		case pgn.Result:
			if depth == 0 {
				return moves
			}
		case pgn.Move:
			if depth > 0 {
				continue
			}
			legal := movegen.AppendLegal(room[:0], &p)
			m, _, err := notation.Standard.ParseSAN(t.Text, &p, legal)
			if err != nil || m == board.NullMove {
				return moves
			}
			moves = append(moves, m)
			movegen.Make(&p, m)
		}
	}
}
