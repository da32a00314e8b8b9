package openings_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/openings"
)

// TestVerifyUnindexed checks that a table of games that are not open is found, since no
// writer makes one, unless a frame is known to be damaged.
func TestVerifyUnindexed(t *testing.T) {
	from, err := fileOf(t, withTable(t, three(t))).Openings(t.Context(), 0)
	require.NoError(t, err)
	block, err := from.Block(t.Context(), 0)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		frames []made
		want   []int // by the number of the frame
	}{
		"not open":         {[]made{frame(t, "1. d4", 65, 0)}, []int{2}},
		"an eighth, less":  {[]made{frame(t, "1. e4", 500, played), frame(t, "1. d4", 73, 0)}, []int{3}},
		"numbers alone":    {[]made{frame(t, "1. d4", 65, open.Numbers)}, []int{2}},
		"names alone":      {[]made{frame(t, "1. d4", 65, open.Names)}, []int{2}},
		"an eighth behind": {[]made{frame(t, "1. d4", 73, 0), frame(t, "1. e4", 500, played)}, []int{3}},
	} {
		f := fileOf(t, packed(t, c.frames, func(out *index.Writer) error {
			d := *from.Directory()
			d.Left = nil
			return out.WriteOpenings(&d, func(emit func([]byte) error) (bool, error) { return true, emit(block) })
		}))
		for _, doubt := range []bool{false, true} {
			var found []int
			require.NoError(t, openings.Verify(t.Context(), f, 1, func(int) bool { return doubt }, func(frame int, err error) {
				found = append(found, frame)
				require.ErrorIs(t, err, archive.ErrCorrupt)
			}))
			want := c.want
			if doubt {
				want = nil
			}
			require.Equal(t, want, found, name)
		}
	}
}
