package positionlist

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/corrupt"
)

// TestHead: a list may say that it has as many lines as its limit has room for, and
// not one more.
func TestHead(t *testing.T) {
	for _, c := range []struct {
		name  string
		count uint64
		limit int
		ok    bool
	}{
		{"no lines, no room", 0, 0, true},
		{"a line without room", 1, 0, true},
		{"two lines without room", 2, 0, false},
		{"as many as there is room for", 11, 10 * minLine, true},
		{"one more", 12, 10 * minLine, false},
		{"room for a part of a line more", 12, 11*minLine - 1, false},
		{"a negative limit", 0, -1, false},
		{"a limit far below nothing", 0, math.MinInt, false},
	} {
		src := binfmt.AppendUvarint([]byte{formEnded}, c.count)
		n, err := Lines(src, c.limit)
		if !c.ok {
			require.ErrorIs(t, err, corrupt.Err, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.EqualValues(t, c.count, n, c.name)
	}
	_, err := Lines(append([]byte{formEnded}, 0xff), 100)
	require.ErrorIs(t, err, corrupt.Err, "a number that is cut off")
	require.False(t, IsPlain(nil))
	require.True(t, IsPlain([]byte{formPlain}))
	require.False(t, IsPlain([]byte{formEnded}))
}
