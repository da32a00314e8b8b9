package gamelist

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrder sorts games of three archives, of which the second has none.
func TestOrder(t *testing.T) {
	key, err := ParseKey("-elo")
	require.NoError(t, err)
	b := NewBuilder(key)
	for _, values := range [][]int{{2000, 0, 2400}, {}, {2400, 1}} {
		for number, value := range values {
			require.NoError(t, b.add(int64(number), value))
		}
		require.NoError(t, b.end(int64(len(values))))
	}
	o := b.Order()
	var got [][2]int64
	for rank := range o.Len() {
		archive, number := o.At(rank)
		got = append(got, [2]int64{int64(archive), number})
	}
	require.Equal(t, [][2]int64{{0, 2}, {2, 0}, {0, 0}, {2, 1}, {0, 1}}, got)
}

// TestOrderLimits checks that games beyond the limits are refused.
func TestOrderLimits(t *testing.T) {
	b := NewBuilder(Key{field: ply})
	for n := range int64(MostGames) {
		require.NoError(t, b.add(n, 1))
	}
	require.ErrorIs(t, b.add(MostGames, 1), ErrMany)
	require.ErrorIs(t, NewBuilder(Key{field: ply}).end(1<<40), ErrMany)
}

// TestSet compares pages of a set with the inserted numbers.
func TestSet(t *testing.T) {
	var s Set
	var want []int64
	for n := int64(0); n < 1000; n = n*3/2 + 1 {
		s.Insert(n)
		want = append(want, n)
	}
	require.EqualValues(t, len(want), s.Len())
	for from := range int64(len(want)) {
		require.Equal(t, want[from:min(len(want), int(from)+3)], s.At(from, 3))
	}
}
