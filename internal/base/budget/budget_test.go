package budget

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

func TestBudget(t *testing.T) {
	b := New(100)
	require.NoError(t, b.Hold(Memory-30))
	require.NoError(t, b.HoldEach(3, 10))
	require.False(t, b.Spent())
	err := b.Hold(1)
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "24 MiB of memory")
	require.True(t, b.Spent())
	b.Release(2)
	require.NoError(t, b.Hold(2))
	require.Error(t, b.HoldEach(math.MaxInt/2, 1000), "a product that overflows")
	require.Error(t, b.Hold(-1))

	b = New(100)
	require.NoError(t, b.Work(200+leastWork))
	require.Error(t, b.Work(1))
	require.NoError(t, b.Text(0))
	require.Error(t, b.Text(1))

	var none *Budget
	require.NoError(t, none.Hold(math.MaxInt))
	require.NoError(t, none.Text(math.MaxInt))
	none.Release(5)
	require.False(t, none.Spent())
}
