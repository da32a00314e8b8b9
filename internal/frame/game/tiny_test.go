package game

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/movelist/learned"
)

// tinyLists returns frames of lists of a few lines, by what they are.
func tinyLists(t testing.TB) map[string]archive.Frame {
	t.Helper()
	frames := map[string]archive.Frame{}
	var numbers strings.Builder // such as are kept as comments
	for i := range 20 {
		fmt.Fprintf(&numbers, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 d=%d, sd=%d, wv=0.%d, mt=%d00\n", i+20, i+30, 50-i, i*i)
	}
	for name, src := range map[string]string{
		"positions": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n" +
			"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n",
		"numbers": numbers.String(),
		"records": "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 20\nply 0\nresult 0\ne\n",
	} {
		quick, thorough := Encoder{}, Encoder{Effort: text.Thorough, Level: learned.V1}
		frames[name], _ = quick.EncodeText([]byte(src), 0)
		frames[name+", thorough"], _ = thorough.EncodeText([]byte(src), 0)
		require.NotContains(t, []uint64{streams.KindStored, streams.KindPacked}, frames[name].Streams[0].Kind, name)
	}
	return frames
}

// TestTinyListsAllocateLittle: the tables of models are some MiB for each list,
// whatever its length. A Decoder keeps them, and clears what was used.
func TestTinyListsAllocateLittle(t *testing.T) {
	const most = 512 << 10 // bytes for each frame
	for name, f := range tinyLists(t) {
		d := Decoder{Level: learned.V1}
		allocated := func(n int) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range n {
				_, err := d.Decode(nil, &f)
				require.NoError(t, err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		allocated(1) // which makes the tables
		once, fourfold := allocated(10), allocated(40)
		require.Less(t, once, uint64(10*most), name)
		require.Less(t, fourfold, 5*once, name)
	}
}

// BenchmarkTinyList decodes lists of a few lines.
func BenchmarkTinyList(b *testing.B) {
	for name, f := range tinyLists(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var d Decoder
			for b.Loop() {
				_, err := d.Decode(nil, &f)
				require.NoError(b, err)
			}
		})
	}
}
