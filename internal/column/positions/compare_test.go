package positions

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
)

// TestDiffering counts squares the slow way.
func TestDiffering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p, q board.Board
		want := 0
		for sq := range board.Square(64) {
			a, b := board.Piece(rapid.IntRange(0, 12).Draw(t, "a")), board.Piece(rapid.IntRange(0, 12).Draw(t, "b"))
			p.Put(sq, a)
			q.Put(sq, b)
			if a != b {
				want++
			}
		}
		planes := p.Planes()
		if got := differing(&planes, q.Planes()); got != want {
			t.Errorf("differing(%v, %v) = %d, want %d", p, q, got, want)
		}
	})
}
