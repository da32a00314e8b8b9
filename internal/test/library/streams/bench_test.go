package streams

import (
	"bytes"
	"io"
	"testing"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

func BenchmarkFiles(b *testing.B) {
	for _, name := range []string{"lichess-old-test", "lichess-clk-test", "master-test"} {
		src, err := corpus.Read("pgn/" + name + ".pgn")
		if err != nil {
			b.Skip(err)
		}
		for _, level := range []*learned.Level{nil, learned.V1} {
			benchmarkFile(b, name+"/"+kit.LevelName(level), src, level)
		}
	}
}

func benchmarkFile(b *testing.B, name string, src []byte, level *learned.Level) {
	one := &chesszip.WriterOptions{Threads: 1, Level: level}
	var packed bytes.Buffer
	stats, err := chesszip.Compress(b.Context(), &packed, bytes.NewReader(src), one)
	if err != nil {
		b.Fatal(err)
	}
	b.Run(name+"/compress", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := chesszip.Compress(b.Context(), io.Discard, bytes.NewReader(src), one); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(stats.Out)/float64(stats.Games), "B/game")
		b.ReportMetric(float64(stats.MoveBits)/float64(stats.Plies), "bits/ply")
	})
	b.Run(name+"/decompress", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := chesszip.Decompress(b.Context(), io.Discard, bytes.NewReader(packed.Bytes()), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
