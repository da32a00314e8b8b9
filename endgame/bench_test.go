package endgame

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

func BenchmarkDecodeBlock(b *testing.B) {
	_, data := embedded(3)
	f, err := openBase([]byte(data))
	require.NoError(b, err)
	i := 0
	for b.Loop() {
		f.decode(i % len(f.blocks))
		i++
	}
}

func BenchmarkOpen(b *testing.B) {
	_, data := embedded(3)
	for b.Loop() {
		openBase([]byte(data))
	}
}

func BenchmarkWarm(b *testing.B) {
	base := new(Base)
	for _, x := range []struct{ name, fen string }{
		{"White", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"},
		{"Black", "8/8/8/3k4/8/8/8/KBN5 b - - 0 1"},
	} {
		p, err := board.ParseFEN(x.fen)
		require.NoError(b, err)
		b.Run("Probe/"+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				base.Probe(&p)
			}
		})
		b.Run("Best/"+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				base.Best(&p)
			}
		})
		b.Run("Cold/Best/"+x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				new(Base).Best(&p)
			}
		})
	}
}
