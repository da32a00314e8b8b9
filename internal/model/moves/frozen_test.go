package moves

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"github.com/chesszip/chesszip/board"
)

// TestFeatures holds the features, which models depend on: where they change,
// Magic must.
func TestFeatures(t *testing.T) {
	h := fnv.New64a()
	f := Features{Deep: true, Lines: MaxLines}
	visit(t, 60, func(p *board.Position, past *Past, known *Known, legal []board.Move) {
		var b []byte
		for _, at := range f.Prepare(p, past, known, legal) {
			b = binary.LittleEndian.AppendUint32(b, at)
		}
		rows := f.Contexts(len(legal))
		h.Write(append(b, rows[:]...))
	})
	if got, want := h.Sum64(), uint64(0x485842b9baabab06); got != want {
		t.Errorf("features have the hash %#x, want %#x", got, want)
	}
}
