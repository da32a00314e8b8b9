package rank

import (
	"encoding/binary"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

// TestFrozen holds the scores of all moves along random games. They decide
// which bits a move takes: a change is a change of the format.
func TestFrozen(t *testing.T) {
	var r Ranker
	d := xxhash.New()
	positions(t, 60, func(h Past, p *board.Position, legal []board.Move) {
		context := r.Prepare(h, p, legal)
		_, _ = d.Write(binary.LittleEndian.AppendUint32(nil, uint32(context)))
		for _, k := range r.keys {
			_, _ = d.Write(binary.LittleEndian.AppendUint32(nil, uint32(k)))
		}
	})
	require.Equal(t, uint64(0xcc34ff87666a81c8), d.Sum64())
}
