package main

import (
	"bytes"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/train"
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
	list, err := train.Games(bytes.NewReader(src), s.every)
	if err != nil {
		return nil, err
	}
	games := make([]gamestate.Game, len(list))
	for i, g := range list {
		games[i] = gamestate.Game{Start: g.Start, Moves: g.Moves}
	}
	return games, nil
}
