package dictionary

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRival checks when a column of 2,048 values, which takes 8,192 bytes by another
// method, is given up: four bytes a value.
func TestRival(t *testing.T) {
	// gives returns after how many values the column is given up, which takes some
	// bytes for each of the first sixteenth of its values, and then in quarters of a byte.
	gives := func(values, first, quarters int) int {
		r := Rival{Length: 4 * values, Values: values}
		for k := 1; k <= values; k++ {
			learned := min(k, values/16)
			if r.Wins(k, first*learned+quarters*(k-learned)/4) {
				return k
			}
		}
		return 0
	}
	require.Equal(t, 256, gives(2048, 4, 16), "no better than the other")
	require.Zero(t, gives(2048, 4, 15), "better")
	require.Equal(t, 256, gives(2048, 1, 16), "better at first only")
	require.Equal(t, 257, gives(2048, 8, 15), "so long at first that it stays longer by an eighth")
	require.Zero(t, gives(1000, 4, 16), "too few to say")
	require.Equal(t, 126, gives(1000, 4, 22), "too few, but longer by an eighth")
	var none Rival
	require.False(t, none.Wins(1, 1000))
}
