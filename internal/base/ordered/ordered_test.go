package ordered_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/ordered"
)

// upTo returns a next that gives 0 to n-1.
func upTo(n int) func() (int, bool, error) {
	i := -1
	return func() (int, bool, error) {
		i++
		return i, i < n, nil
	}
}

// run is ordered.Run with a context of its own.
func run[In, Out any](
	t *testing.T, threads int, next func() (In, bool, error), work func(int, In) (Out, error), done func(Out) error,
) error {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	return ordered.Run(ctx, stop, threads, next, work, done)
}

func TestRunKeepsOrder(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		var got []int
		err := run(t, threads, upTo(200), func(thread, i int) (int, error) {
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
	err := run(t, 3, upTo(0), func(int, int) (int, error) { panic("no work") }, func(int) error { panic("no result") })
	require.NoError(t, err)
}

// TestRunEndsAtErrors checks that the first error in order is returned, after
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
			err := run(t, threads, func() (int, bool, error) {
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

// TestRunStops checks that a result that comes when the context is done is not given
// to done, that the error is that of the context, and that an error of done ends
// work that waits for the context.
func TestRunStops(t *testing.T) {
	why := errors.New("why")
	for _, threads := range []int{1, 4} {
		ctx, stop := context.WithCancelCause(t.Context())
		var delivered []int
		err := ordered.Run(ctx, func() { stop(nil) }, threads, upTo(100), func(_, i int) (int, error) {
			if i == 5 {
				stop(why)
			}
			return i, nil
		}, func(i int) error {
			delivered = append(delivered, i)
			return nil
		})
		require.ErrorIs(t, err, why, "%d threads", threads)
		require.LessOrEqual(t, len(delivered), 5, "%d threads", threads)

		broken := errors.New("broken")
		until, end := context.WithCancel(t.Context())
		err = ordered.Run(until, end, threads, upTo(100), func(_, i int) (int, error) {
			if i > 0 {
				<-until.Done()
			}
			return i, nil
		}, func(int) error { return broken })
		require.Equal(t, broken, err, "%d threads", threads)
	}
}

// TestRunBeginsSlowly checks that before the first result is taken no more work has
// begun than there are threads.
func TestRunBeginsSlowly(t *testing.T) {
	const threads = 4
	var begun atomic.Int64
	enough := errors.New("enough")
	err := run(t, threads, upTo(100), func(_, i int) (int, error) {
		begun.Add(1)
		return i, nil
	}, func(int) error {
		for range 1000 {
			runtime.Gosched()
		}
		return enough
	})
	require.Equal(t, enough, err)
	require.LessOrEqual(t, begun.Load(), int64(threads))
}

// TestRunIsBounded checks that no more results wait than threads, and one more
// in the hands of each side.
func TestRunIsBounded(t *testing.T) {
	const threads = 3
	var begun, delivered atomic.Int64
	err := run(t, threads, upTo(300), func(_, i int) (int, error) {
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

// TestRunPanics checks that a panic of next, of work and of done is one of Run, after the
// results before it, and that none of its goroutines is left.
func TestRunPanics(t *testing.T) {
	for _, c := range []string{"next", "work", "done"} {
		for _, threads := range []int{1, 4} {
			fail := func(at string, i int) {
				if at == c && i == 5 {
					panic(c)
				}
			}
			i, delivered, before := -1, 0, runtime.NumGoroutine()
			require.PanicsWithValue(t, c, func() {
				_ = run(t, threads, func() (int, bool, error) {
					i++
					fail("next", i)
					return i, true, nil
				}, func(_, i int) (int, error) {
					fail("work", i)
					return i, nil
				}, func(i int) error {
					fail("done", i)
					delivered++
					return nil
				})
			})
			require.Equal(t, 5, delivered, "%s, %d threads", c, threads)
			for range 1000 {
				if runtime.NumGoroutine() > before {
					runtime.Gosched()
				}
			}
			require.LessOrEqual(t, runtime.NumGoroutine(), before)
		}
	}
}

// TestRunBeginsThreadsForWork checks that threads for which there is no work do not
// begin.
func TestRunBeginsThreadsForWork(t *testing.T) {
	before := runtime.NumGoroutine()
	err := run(t, ordered.MaxThreads, upTo(3), func(_, i int) (int, error) {
		if n := runtime.NumGoroutine(); n > before+10 {
			t.Errorf("%d goroutines for three values", n-before)
		}
		return i, nil
	}, func(int) error { return nil })
	require.NoError(t, err)
}
