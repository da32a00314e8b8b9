package codec

import (
	"bytes"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

func TestTrailerBits(t *testing.T) {
	// Form, turn, clock and number; then what is possible.
	for _, c := range []struct {
		fen  string
		want int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1 + 1 + 1 + 5 + 4},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 1 + 1 + 1 + 5 + 4 + 1},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1 + 1 + 1 + 5 + 4 + 1},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 1", 1 + 1 + 3 + 5 + 4},
		{"4k3/8/8/8/PPPP4/8/8/4K3 b - b3 0 1", 1 + 1 + 1 + 5 + 3},
		{"r4rk1/8/8/8/8/8/8/R4RK1 w - - 0 16", 1 + 1 + 1 + 7},
		{"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 3 12", 2 + 1 + 5 + 5 + 1 + 1 + 1},
		{"8/8/8/8/8/8/8/8 b KQkq e3 65535 65535", 57},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 1 1", 57},
	} {
		p := parse(t, c.fen)
		if got := trailerBits(&p, false); got != c.want {
			t.Errorf("trailerBits(%s) = %d, want %d", c.fen, got, c.want)
		}
	}
}

// TestTrailerOneForm writes each position in every longer form: refused.
func TestTrailerOneForm(t *testing.T) {
	p := board.Start()
	for _, f := range []trailerForm{chess960, verbatim} {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		w.TryWriteBits([]uint64{0, 2, 3}[f], 2)
		w.TryWriteBits(0, 1)
		if f == verbatim {
			w.TryWriteBits(0, 16)
			w.TryWriteBits(1, 16)
			w.TryWriteBits(uint64(p.Castling), 16)
			w.TryWriteBits(0, 6)
		} else {
			writeGolomb(w, 0, clockOrder)
			writeGolomb(w, 1, numberOrder)
			w.TryWriteBits(15, 4)
		}
		require.NoError(t, w.Close())
		q := board.Position{Board: p.Board}
		require.ErrorContains(t, readTrailer(bitio.NewReader(&buf), &q, false), "form")
	}
}

func TestGolomb(t *testing.T) {
	for _, order := range []uint8{0, 1, 4} {
		for v := range 1 << 16 {
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			w.TryWriteBits(1, 1)
			writeGolomb(w, uint16(v), order)
			w.TryWriteBits(5, 3)
			require.NoError(t, w.Close())
			if got, want := buf.Len(), (golombBits(uint16(v), order)+4+7)/8; got != want {
				t.Fatalf("%d in order %d: %d bytes, want %d", v, order, got, want)
			}
			r := bitio.NewReader(&buf)
			r.TryReadBool()
			got, err := readGolomb(r, order)
			require.NoError(t, err)
			if got != uint16(v) || r.TryReadBits(3) != 5 {
				t.Fatalf("%d in order %d comes back as %d", v, order, got)
			}
		}
	}
	for _, src := range [][]byte{{0, 0, 0, 0}, {0, 0, 0xff, 0xff, 0xff}} {
		_, err := readGolomb(bitio.NewReader(bytes.NewReader(src)), 0)
		require.Error(t, err)
	}
}
