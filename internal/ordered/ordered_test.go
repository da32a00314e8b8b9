package ordered_test

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/ordered"
)

// upTo returns a next that gives 0 to n-1.
func upTo(n int) func() (int, bool, error) {
	i := -1
	return func() (int, bool, error) {
		i++
		return i, i < n, nil
	}
}

func TestRunKeepsOrder(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		var got []int
		err := ordered.Run(t.Context(), threads, upTo(200), func(thread, i int) (int, error) {
			if thread < 0 || thread >= threads {
				t.Errorf("thread %d of %d", thread, threads)
			}
			if i%3 == 0 {
				runtime.Gosched() // others overtake
			}
			return i * i, nil
		}, func(v int) error {
			got = append(got, v)
			return nil
		})
		require.NoError(t, err)
		require.Len(t, got, 200, "%d threads", threads)
		for i, v := range got {
			require.Equal(t, i*i, v, "%d threads", threads)
		}
	}
}

func TestRunOfNothing(t *testing.T) {
	err := ordered.Run(t.Context(), 3, upTo(0), func(int, int) (int, error) { panic("no work") }, func(int) error { panic("no result") })
	require.NoError(t, err)
}

// TestRunEndsAtErrors holds that the first error in order is returned, after
// the results before it, and that what comes after is not delivered.
func TestRunEndsAtErrors(t *testing.T) {
	broken := errors.New("broken")
	fail := func(at, i int) error {
		if i == at {
			return broken
		}
		return nil
	}
	none := -1
	for name, c := range map[string]struct{ next, work, done, delivered int }{
		"next":         {5, none, none, 5},
		"work":         {none, 5, none, 5},
		"done":         {none, none, 5, 5},
		"work, first":  {none, 0, none, 0},
		"work or next": {6, 5, none, 5},
	} {
		for _, threads := range []int{1, 4} {
			i, delivered := -1, 0
			err := ordered.Run(t.Context(), threads, func() (int, bool, error) {
				i++
				return i, i < 100, fail(c.next, i)
			}, func(_, i int) (int, error) {
				return i, fail(c.work, i)
			}, func(i int) error {
				if err := fail(c.done, i); err != nil {
					return err
				}
				delivered++
				return nil
			})
			require.ErrorIs(t, err, broken, name)
			require.Equal(t, c.delivered, delivered, "%s, %d threads", name, threads)
		}
	}
}

// TestRunIsBounded holds that no more results wait than threads, and one more
// in the hands of each side.
func TestRunIsBounded(t *testing.T) {
	const threads = 3
	var begun, delivered atomic.Int64
	err := ordered.Run(t.Context(), threads, upTo(300), func(_, i int) (int, error) {
		begun.Add(1)
		return i, nil
	}, func(int) error {
		runtime.Gosched()
		if ahead := begun.Load() - delivered.Load(); ahead > threads+3 {
			t.Errorf("%d results are under way, want at most %d", ahead, threads+3)
		}
		delivered.Add(1)
		return nil
	})
	require.NoError(t, err)
}
