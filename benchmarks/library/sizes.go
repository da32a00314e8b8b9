package main

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// sizes prints what a game and a position take in a column, and how long.
func (b *bench) sizes() error {
	b.row("a game alone", "bytes", "bits a half-move", "half-moves/s, written", "read")
	b.row("---", "--:", "--:", "--:", "--:")
	games := b.games[:min(len(b.games), 300)]
	plies := 0
	for _, g := range games {
		plies += len(g.Moves)
	}
	for _, l := range []movelist.Level{movelist.SAN, movelist.FromTo, movelist.LegalIndex, movelist.Fast, learned.V1, learned.V1Max} {
		blobs := make([][]byte, len(games))
		var failed error
		encode := func() int {
			for i := range games {
				if blobs[i], failed = l.Append(nil, &games[i]); failed != nil {
					return 1
				}
			}
			return plies
		}
		encode() // models are unpacked at their first use
		if failed != nil {
			return failed
		}
		to, from, _ := compare(b.rounds, encode, func() int {
			for i := range games {
				_, _, _ = l.Decode(blobs[i], &games[i].Start)
			}
			return plies
		})
		size := 0
		for _, blob := range blobs {
			size += len(blob)
		}
		b.row(l.Name(), fmt.Sprintf("%.1f", float64(size)/float64(len(games))), fmt.Sprintf("%.2f", 8*float64(size)/float64(plies)), 1e9/to.nanoseconds, 1e9/from.nanoseconds)
	}
	fmt.Fprintf(b.out, "\nA game has %.1f half-moves on average.\n\n", float64(plies)/float64(len(games)))
	b.row("a position", "bytes", "ns to write", "ns to read", "allocations")
	b.row("---", "--:", "--:", "--:", "--:")
	positions := everySeventh(games)
	for _, f := range columns() {
		blobs := make([][]byte, len(positions))
		size := 0
		for i := range positions {
			var err error
			if blobs[i], err = f.encode(nil, &positions[i]); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			size += len(blobs[i])
		}
		var dst []byte
		to, from, _ := compare(b.rounds, func() int {
			for i := range positions {
				dst, _ = f.encode(dst[:0], &positions[i])
			}
			return len(positions)
		}, func() int {
			for i := range blobs {
				_ = f.decode(blobs[i])
			}
			return len(blobs)
		})
		b.row(f.name, fmt.Sprintf("%.1f", float64(size)/float64(len(positions))), to.nanoseconds, from.nanoseconds, fmt.Sprintf("%.2f", to.allocations))
	}
	return nil
}

func everySeventh(games []gamestate.Game) (all []board.Position) {
	for i := range games {
		s := gamestate.NewState(games[i].Start)
		for ply, m := range games[i].Moves {
			if ply%7 == 3 {
				all = append(all, s.Position())
			}
			if s.Play(m) != nil {
				break
			}
		}
	}
	return all
}

// column is a way to store a position.
type column struct {
	name   string
	encode func(dst []byte, p *board.Position) ([]byte, error)
	decode func(src []byte) error
}

func columns() []column {
	return []column{
		{"FEN", func(dst []byte, p *board.Position) ([]byte, error) { return p.AppendFEN(dst), nil },
			func(src []byte) error { _, err := board.ParseFEN(string(src)); return err }},
		{"codec.AppendPosition", codec.AppendPosition, func(src []byte) error { _, _, err := codec.DecodePosition(src); return err }},
		{"boardmodel.V1", boardmodel.V1.Append, func(src []byte) error { _, _, err := boardmodel.V1.Decode(src); return err }},
		{"codec.KeyOf", func(dst []byte, p *board.Position) ([]byte, error) {
			k, err := codec.KeyOf(p)
			return append(dst, k[:]...), err
		}, func(src []byte) error { _, err := codec.Key(src).Position(); return err }},
	}
}
