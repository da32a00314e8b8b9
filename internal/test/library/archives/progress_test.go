package archives

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestProgressWithinFrames checks that Verify and Recover report progress while they work
// on the only frame of an archive, and never more than the archive.
func TestProgressWithinFrames(t *testing.T) {
	packed := kit.Compress(t, kit.Lichess(t), &chesszip.WriterOptions{Level: learned.V1})
	for name, work := range map[string]func(o *chesszip.ReaderOptions) error{
		"Verify": func(o *chesszip.ReaderOptions) error {
			a, err := chesszip.Open(t.Context(), bytes.NewReader(packed), int64(len(packed)), o)
			require.NoError(t, err)
			require.Len(t, a.Frames(), 1)
			_, _, err = a.Verify(t.Context())
			return err
		},
		"Recover": func(o *chesszip.ReaderOptions) error {
			_, err := chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(packed), int64(len(packed)), o)
			return err
		},
	} {
		var seen []int64
		o := *kit.EveryLevel
		o.Progress = func(p chesszip.Progress) { seen = append(seen, p.In) }
		require.NoError(t, work(&o), name)
		require.IsNonDecreasing(t, seen, name)
		within := slices.ContainsFunc(seen, func(n int64) bool { return n > 0 && n < int64(len(packed))*9/10 })
		require.True(t, within, "%s: %v of %d", name, seen, len(packed))
		require.LessOrEqual(t, seen[len(seen)-1], int64(len(packed)), name)
	}
}
