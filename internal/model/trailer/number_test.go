package trailer

import (
	"bytes"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
)

func TestGuess(t *testing.T) {
	for centre := uint32(1); centre <= 49; centre++ {
		g := guess{centre: centre}
		seen := map[uint32]bool{}
		for n := range uint32(1 << 16) {
			place := g.place(n)
			if got := g.number(place); got != n || place > 0xffff || seen[place] {
				t.Fatalf("centre %d: number %d has place %d, which is number %d", centre, n, place, got)
			}
			seen[place] = true
		}
		if got := g.place(1); got > placeOfOne {
			t.Errorf("centre %d: place(1) = %d, want at most %d", centre, got, placeOfOne)
		}
	}
}

func TestGolomb(t *testing.T) {
	for order := uint8(0); order <= 3; order++ {
		for v := range uint32(1 << 16) {
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			w.TryWriteBits(1, 1)
			writeGolomb(w, v, order)
			w.TryWriteBits(5, 3)
			require.NoError(t, w.Close())
			if got, want := buf.Len(), (golombBits(v, order)+4+7)/8; got != want {
				t.Fatalf("%d in order %d: %d bytes, want %d", v, order, got, want)
			}
			r := bitio.NewReader(&buf)
			r.TryReadBool()
			got, ok := readGolomb(r, order, 17)
			if got != v || !ok || r.TryReadBits(3) != 5 {
				t.Fatalf("%d in order %d comes back as %d, %v", v, order, got, ok)
			}
		}
	}
}
