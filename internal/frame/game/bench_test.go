package game

import (
	"testing"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// BenchmarkFrame codes the first frame of a file of each kind, and gives it
// back, at the fast level.
func BenchmarkFrame(b *testing.B) {
	for _, name := range []string{"pgn/lichess-old-train.pgn", "pgn/lichess-clk-train.pgn", "pgn/master-train.pgn"} {
		src := corpus.Need(b, name)
		inputs, ends := cut(src[:min(len(src), 3<<20)])
		b.Run(name+"/encode", func(b *testing.B) {
			b.SetBytes(int64(len(inputs[0])))
			var e Encoder
			for b.Loop() {
				columns(b, &e, inputs[0], ends[0])
			}
		})
		b.Run(name+"/decode", func(b *testing.B) {
			b.SetBytes(int64(len(inputs[0])))
			var e Encoder
			f, _ := e.Encode(inputs[0], ends[0])
			var d Decoder
			var out []byte
			for b.Loop() {
				var err error
				if out, err = d.Decode(out[:0], &f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTags reads the ratings of the games of a frame, and all tags.
func BenchmarkTags(b *testing.B) {
	src := corpus.Need(b, "pgn/lichess-old-train.pgn")
	inputs, ends := cut(src[:4<<20])
	var e Encoder
	f, _ := e.Encode(inputs[0], ends[0])
	for name, names := range map[string][]string{"ratings": {"WhiteElo", "BlackElo"}, "date": {"UTCDate"}, "eco": {"ECO"}, "all": nil} {
		b.Run(name, func(b *testing.B) {
			games := 0
			var d Decoder
			for b.Loop() {
				err := d.Tags(&f, names, true, func(int, []tagvalue.Tag, tagvalue.Facts) bool { games++; return true })
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
