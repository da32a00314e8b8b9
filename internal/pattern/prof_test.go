package pattern

import (
	"os"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/replay"
	"github.com/chesszip/chesszip/pgn"
)

func games(b testing.TB) (all [][]byte) {
	src, err := os.ReadFile(os.Getenv("HOME") + "/.cache/chesszip-data/pgn/lichess-old-train.pgn")
	if err != nil {
		b.Skip()
	}
	src = src[:12_000_000]
	var s pgn.Splitter
	var line pgn.Line
	for len(src) > 0 {
		n, _ := s.Next(src, true)
		var moves []board.Move
		line.Each(src[:n], func(p *board.Position, m board.Move) bool { moves = append(moves, m); return true })
		if len(moves) > 0 {
			start := board.Start()
			all = append(all, replay.Append(nil, &start, moves[1:]))
		}
		src = src[n:]
	}
	return
}

func BenchmarkScan(b *testing.B) {
	all := games(b)
	for _, text := range []string{"Ke5", "diff:QvRR", "material:KRP*vKRP*", "bishops:opposite hold:8", "white-passed:h"} {
		b.Run(text, func(b *testing.B) {
			p, err := Parse(text)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s := p.NewScan()
				for _, g := range all {
					s.Begin()
					replay.Each(g, s.See)
				}
			}
		})
	}
}
