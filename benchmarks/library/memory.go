package main

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// memory prints what one game takes of memory anew, again and again.
func (b *bench) memory() error {
	var games []*pgn.ParsedGame
	for g, err := range pgn.NewReader(bytes.NewReader(b.text), nil).Games() {
		if err != nil {
			return err
		}
		if games = append(games, g); len(games) == 200 {
			break
		}
	}
	var failed error
	note := func(err error) { failed = errors.Join(failed, err) }
	var text []byte
	writer := chesszip.NewWriter(io.Discard, nil)
	b.row("one game", "allocations", "bytes of memory", "ns")
	b.row("---", "--:", "--:", "--:")
	for _, t := range []struct {
		name string
		work func(g *pgn.ParsedGame)
	}{
		{"pgn.ParseGame", func(g *pgn.ParsedGame) { pgn.ParseGame(g.Text) }},
		{"pgn.AppendGame", func(g *pgn.ParsedGame) { text = pgn.AppendGame(text[:0], g) }},
		{"chesszip.Compress", func(g *pgn.ParsedGame) {
			_, err := chesszip.Compress(context.Background(), io.Discard, bytes.NewReader([]byte(g.Text)), nil)
			note(err)
		}},
		{"chesszip.Writer, Reset for each", func(g *pgn.ParsedGame) {
			writer.Reset(io.Discard)
			note(writer.Add(g))
			note(writer.Close())
		}},
	} {
		all := func() int {
			for _, g := range games {
				t.work(g)
			}
			return len(games)
		}
		all() // tables are made at the first use
		c := once(all)
		b.row(t.name, c.allocations, c.bytes, c.nanoseconds)
	}
	return failed
}
