package endgame

import (
	"testing"
)

func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{"KQK", "KRK", "KPK", "KBNK"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Solve(name, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBlock decodes one block of K+B+N v K in 37.
func BenchmarkBlock(b *testing.B) {
	f, err := openBase(embeddedOf(b, "KBNK"))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	blocks := 0
	for b.Loop() {
		for i := 0; i < len(f.blocks); i += 37 {
			if _, err := f.decode(i, allPlanes); err != nil {
				b.Fatal(err)
			}
			blocks++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(blocks), "µs/block")
	size := 0
	for _, packed := range f.packed {
		size += len(packed)
	}
	b.ReportMetric(float64(size)/float64(len(f.packed)), "B/block")
}

func BenchmarkWarm(b *testing.B) {
	base := new(Base)
	for _, x := range []struct{ name, fen string }{
		{"white", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"},
		{"black", "8/8/8/3k4/8/8/8/KBN5 b - - 0 1"},
	} {
		p := parse(b, x.fen)
		b.Run("probe/"+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := base.Probe(p); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("best/"+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := base.Best(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
