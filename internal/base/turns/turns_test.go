package turns

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestQueue checks that a full queue turns away, and that who leaves it makes room.
func TestQueue(t *testing.T) {
	q := NewQueue(1, 1)
	require.NoError(t, q.Enter(t.Context()))
	ctx, stop := context.WithCancel(t.Context())
	waits := make(chan error)
	go func() { waits <- q.Enter(ctx) }()
	for q.waiting.Load() == 0 {
	}
	require.ErrorIs(t, q.Enter(t.Context()), ErrBusy)
	stop()
	require.ErrorIs(t, <-waits, context.Canceled)
	go func() { waits <- q.Enter(t.Context()) }()
	q.Leave()
	require.NoError(t, <-waits)
	q.Leave()
	if q.begun.Load() != 2 || q.ended.Load() != 2 || q.waiting.Load() != 0 {
		t.Errorf("%d begun, %d ended, %d wait, want 2, 2, 0", q.begun.Load(), q.ended.Load(), q.waiting.Load())
	}
}

// TestFlights checks that work is shared, kept while there is room, and not kept after an
// error.
func TestFlights(t *testing.T) {
	f := NewFlights(10, func(n int) int { return n })
	var done atomic.Int64
	work := func(n int) func(context.Context) (int, error) {
		return func(context.Context) (int, error) { done.Add(1); return n, nil }
	}
	for _, c := range []struct {
		key  string
		n    int
		done int64 // so far
	}{{"a", 4, 1}, {"a", 4, 1}, {"b", 6, 2}, {"a", 4, 2}, {"c", 5, 3}, {"a", 4, 3}, {"b", 6, 4}, {"large", 11, 5}, {"large", 11, 6}, {"b", 6, 6}} {
		n, err := f.Get(t.Context(), c.key, work(c.n))
		if err != nil || n != c.n || done.Load() != c.done {
			t.Errorf("%s = %d, %v after work for %d, want %d after %d", c.key, n, err, done.Load(), c.n, c.done)
		}
	}
	wrong := errors.New("wrong")
	for range 2 {
		_, err := f.Get(t.Context(), "error", func(context.Context) (int, error) { done.Add(1); return 0, wrong })
		require.ErrorIs(t, err, wrong)
	}
	if done.Load() != 8 || f.used > 10 {
		t.Errorf("work for %d, %d kept, want 8 and at most 10", done.Load(), f.used)
	}

	// Several wait for the same; it stops when the last has gone.
	begun, stopped := make(chan struct{}), make(chan struct{})
	var ctxs [3]context.Context
	var stop [3]context.CancelFunc
	var wg sync.WaitGroup
	for i := range ctxs {
		ctxs[i], stop[i] = context.WithCancel(t.Context())
		wg.Go(func() {
			_, err := f.Get(ctxs[i], "slow", func(ctx context.Context) (int, error) {
				close(begun) // twice would panic
				<-ctx.Done()
				close(stopped)
				return 0, ctx.Err()
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("client %d: %v", i, err)
			}
		})
	}
	<-begun
	for {
		f.mu.Lock()
		n := f.all["slow"].waiting
		f.mu.Unlock()
		if n == 3 {
			break
		}
	}
	stop[0]()
	stop[1]()
	select {
	case <-stopped:
		t.Error("the work stops while a client waits")
	default:
	}
	stop[2]()
	<-stopped
	wg.Wait()
}

// TestFlightsPanic checks that a panic of work is one of all who wait for it, and is
// not kept.
func TestFlightsPanic(t *testing.T) {
	f := NewFlights(10, func(n int) int { return n })
	shock := func(context.Context) (int, error) { panic("shock") }
	for range 2 {
		require.PanicsWithValue(t, "shock", func() { _, _ = f.Get(t.Context(), "x", shock) })
	}
	n, err := f.Get(t.Context(), "x", func(context.Context) (int, error) { return 3, nil })
	require.NoError(t, err)
	require.Equal(t, 3, n)
}

// TestTurn checks that a turn is given away while its work waits, and taken again,
// that the end of the context ends it, and that what still waits when it has ended
// takes no other.
func TestTurn(t *testing.T) {
	q := NewQueue(1, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	take := func() *Turn {
		turn, err := q.Take(ctx)
		require.NoError(t, err)
		turn.moment = 0
		return turn
	}
	first := take()
	require.NoError(t, first.Aside(func() {
		second := take() // it waits for the first to be given away
		for range 3 {
			require.NoError(t, second.Aside(func() {}))
		}
		second.End()
	}))
	first.moment = time.Hour
	require.NoError(t, first.Aside(func() {}))
	require.Len(t, q.slots, 1)
	first.End()
	require.Empty(t, q.slots)

	left := take()
	require.ErrorIs(t, left.Aside(func() { take().End(); left.End() }), errOver)
	require.Empty(t, q.slots)
	gone := take()
	require.ErrorIs(t, gone.Aside(func() { take(); stop() }), context.Canceled)
	gone.End()
	require.Len(t, q.slots, 1, "the turn of the other")
}
