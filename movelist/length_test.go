package movelist

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

// TestLengths writes lengths with null moves here and there, and reads them.
func TestLengths(t *testing.T) {
	e4 := board.NewMove(12, 28, 0)
	for _, c := range []struct {
		plies int
		nulls []int
		bytes int
	}{
		{0, nil, 1}, {1, nil, 1}, {253, nil, 1}, {254, nil, 2}, {255, nil, 2}, {381, nil, 2}, {382, nil, 3}, {MaxPlies, nil, 4},
		{1, []int{0}, 4}, {2, []int{1}, 4}, {2, []int{0, 1}, 5}, {300, []int{0, 1, 298, 299}, 9}, {MaxPlies, []int{MaxPlies - 1}, 8},
	} {
		moves := make([]board.Move, c.plies)
		for i := range moves {
			moves[i] = e4
		}
		for _, i := range c.nulls {
			moves[i] = board.NullMove
		}
		b, err := appendLength([]byte("before"), moves)
		require.NoError(t, err)
		require.Equal(t, "before", string(b[:6]))
		require.Len(t, b[6:], c.bytes, "%d plies", c.plies)
		l, rest, err := decodeLength(append(b[6:], "behind"...))
		require.NoError(t, err, "%d plies", c.plies)
		require.Equal(t, "behind", string(rest))
		require.Equal(t, c.plies, l.plies)
		require.True(t, slices.Equal(c.nulls, l.nulls), "%v, want %v", l.nulls, c.nulls)
	}
	_, err := appendLength(nil, make([]board.Move, MaxPlies+1))
	require.ErrorIs(t, err, ErrTooLong)
}

// TestLengthClaims checks which lengths are refused.
func TestLengthClaims(t *testing.T) {
	numbers := func(first byte, v ...uint64) []byte {
		b := []byte{first}
		for _, n := range v {
			b = binary.AppendUvarint(b, n)
		}
		return b
	}
	for _, c := range []struct {
		name string
		src  []byte
		said string // nothing if there is no error
	}{
		{"nothing", nil, "no length"},
		{"the longest", numbers(longGame, MaxPlies-longGame), ""},
		{"a ply more", numbers(longGame, MaxPlies-longGame+1), "out of range"},
		{"a length that does not end", []byte{longGame, 0x80}, "cut off"},
		{"a length that is longer than it need be", []byte{longGame, 0x80, 0}, "longer than it need be"},
		{"no ply, and a null move", numbers(withNull, 0, 0, 0), "out of range"},
		{"one ply, a null move", numbers(withNull, 1, 0, 0), ""},
		{"one ply, two null moves", numbers(withNull, 1, 1, 0, 0), "out of range"},
		{"one ply, a null move behind it", numbers(withNull, 1, 0, 1), "out of range"},
		{"three plies, all null moves", numbers(withNull, 3, 2, 0, 0, 0), ""},
		{"three plies, the third null move behind them", numbers(withNull, 3, 2, 0, 0, 1), "out of range"},
		{"more null moves than bytes", numbers(withNull, 100, 50, 0, 0), "out of range"},
		{"as many null moves as bytes", numbers(withNull, 100, 1, 0, 0), ""},
		{"one more", numbers(withNull, 100, 2, 0, 0), "cut off"},
		{"too many plies, and a null move", numbers(withNull, MaxPlies+1, 0, 0), "out of range"},
		{"as many as may be", numbers(withNull, MaxPlies, 0, 0), ""},
	} {
		_, rest, err := decodeLength(c.src)
		if c.said == "" {
			require.NoError(t, err, c.name)
			require.Empty(t, rest, c.name)
			continue
		}
		require.ErrorIs(t, err, ErrCorrupt, c.name)
		require.ErrorContains(t, err, c.said, c.name)
	}
}
