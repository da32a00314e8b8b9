package positions

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
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
		src := append(binfmt.AppendUvarint([]byte{oldest + formEnded}, c.count), 0)
		n, _, err := Head(src, c.limit)
		if !c.ok {
			require.ErrorIs(t, err, corrupt.Err, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.EqualValues(t, c.count, n, c.name)
	}
	_, _, err := Head(append([]byte{oldest + formEnded}, 0xff), 100)
	require.ErrorIs(t, err, corrupt.Err, "a number that is cut off")
	require.False(t, IsPlain(nil))
	require.True(t, IsPlain([]byte{formPlain}))
	require.False(t, IsPlain([]byte{formEnded}))
	// Lines without a position are not more than lines, and are counted right.
	lines, found, err := Head([]byte{oldest, 7, 2}, 100)
	require.NoError(t, err)
	require.Equal(t, [2]int64{7, 5}, [2]int64{lines, found})
	_, _, err = Head([]byte{oldest, 7, 7}, 100)
	require.NoError(t, err)
	for what, src := range map[string][]byte{"more": {oldest, 7, 8}, "cut off": {oldest, 7}, "version 1": {formEnded, 7, 0}, "version 3": {2 * formEnd, 7, 0}} {
		_, _, err = Head(src, 100)
		require.ErrorIs(t, err, corrupt.Err, what)
	}
	src := []byte("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nwords\n4k3/8/8/8/8/8/4K3/8 b - - 1 1\n")
	list, ok := Append(nil, src, nil, budget.New(0))
	require.True(t, ok)
	require.Equal(t, []byte{oldest + formEnded, 3, 1}, list[:3])
	for others, good := range map[byte]bool{0: false, 1: true, 2: false, 3: false} {
		list[2] = others
		got, err := Decode(list, len(src), budget.New(len(src)), nil, nil)
		if good {
			require.NoError(t, err)
			require.Equal(t, string(src), string(got))
		} else {
			require.ErrorContains(t, err, "the list says", "%d lines without a position", others)
		}
	}
}
