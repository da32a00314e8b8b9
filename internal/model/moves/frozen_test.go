package moves

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"github.com/chesszip/chesszip/board"
)

// TestFeatures checks the features, which models depend on: where they change,
// Magic must.
func TestFeatures(t *testing.T) {
	h := fnv.New64a()
	f := Features{Deep: true, Lines: MaxLines}
	visit(t, 60, func(p *board.Position, past *Past, known *Known, legal []board.Move) {
		var b []byte
		for _, at := range f.Prepare(p, past, known, legal) {
			b = binary.LittleEndian.AppendUint32(b, at)
		}
		for _, r := range f.PositionRows(nil, len(legal)) {
			b = binary.LittleEndian.AppendUint16(b, r)
		}
		for i := range legal {
			for _, r := range f.MoveRows(i) {
				b = binary.LittleEndian.AppendUint16(b, r)
			}
		}
		h.Write(b)
	})
	if got, want := h.Sum64(), uint64(0xa45873f3ba787c8e); got != want {
		t.Errorf("features have the hash %#x, want %#x", got, want)
	}
}
