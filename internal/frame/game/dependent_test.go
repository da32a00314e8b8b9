package game

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

// TestFill compares the places of a position with inserting it at each.
func TestFill(t *testing.T) {
	p := board.Start()
	fen := string(AppendFEN(nil, &p))
	for _, at := range [][]int{nil, {0}, {3}, {10}, {0, 0, 10}, {1, 2, 3, 9}} {
		want := "0123456789"
		for _, i := range slices.Backward(at) {
			want = want[:i] + fen + want[i:]
		}
		got, ok := Fill([]byte("0123456789"), at, &p, len(want))
		require.True(t, ok)
		require.Equal(t, want, string(got))
		if len(at) > 0 {
			_, ok = Fill([]byte("0123456789"), at, &p, len(want)-1)
			require.False(t, ok)
		}
	}
}
