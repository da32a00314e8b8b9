package game

import (
	"testing"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// BenchmarkColumn writes and reads the first 16 half-moves of 5,000 games.
func BenchmarkColumn(b *testing.B) {
	src := corpus.NeedHead(b, "pgn/lichess-old-train.pgn", 4<<20)
	games := sample(src, gametext.Ends(src, 5000), 16, budget.New(1<<30))
	var w openings.Writer
	held := 0 // half-moves of the column
	write := func() []byte {
		held = 0
		w.Reset(16, 0, false)
		for i := range games {
			g := &games[i]
			known := openings.GameOf(g.tags, &g.start, 16)
			w.Begin(&known)
			for _, m := range g.moves {
				w.Play(m)
			}
			w.End(min(len(g.moves), 16))
			held += w.Held()
		}
		return w.Finish()
	}
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			write()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*held), "ns/ply")
	})
	data := append([]byte(nil), write()...)
	b.Run("read", func(b *testing.B) {
		var r openings.Reader
		for b.Loop() {
			if err := r.Open(data, budget.New(1<<30)); err != nil {
				b.Fatal(err)
			}
			for i := range games {
				g := &games[i]
				known := openings.GameOf(g.tags, &g.start, len(g.moves))
				if err := r.Read(&known); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*held), "ns/ply")
	})
}
