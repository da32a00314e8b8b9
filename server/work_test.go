package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestQueue holds that a full queue turns away, and that who leaves it makes room.
func TestQueue(t *testing.T) {
	q := newQueue(1, 1)
	require.NoError(t, q.enter(t.Context()))
	ctx, stop := context.WithCancel(t.Context())
	waits := make(chan error)
	go func() { waits <- q.enter(ctx) }()
	for q.waiting.Load() == 0 {
	}
	require.ErrorIs(t, q.enter(t.Context()), errBusy)
	stop()
	require.ErrorIs(t, <-waits, context.Canceled)
	go func() { waits <- q.enter(t.Context()) }()
	q.leave()
	require.NoError(t, <-waits)
	q.leave()
	if q.begun.Load() != 2 || q.ended.Load() != 2 || q.waiting.Load() != 0 {
		t.Errorf("%d begun, %d ended, %d wait, want 2, 2, 0", q.begun.Load(), q.ended.Load(), q.waiting.Load())
	}
}

// TestFlights holds that work is shared, kept while there is room, and not kept after an
// error.
func TestFlights(t *testing.T) {
	f := newFlights(10, func(n int) int { return n })
	var done atomic.Int64
	work := func(n int) func(context.Context) (int, error) {
		return func(context.Context) (int, error) { done.Add(1); return n, nil }
	}
	for _, c := range []struct {
		key  string
		n    int
		done int64 // so far
	}{{"a", 4, 1}, {"a", 4, 1}, {"b", 6, 2}, {"a", 4, 2}, {"c", 5, 3}, {"a", 4, 3}, {"b", 6, 4}, {"large", 11, 5}, {"large", 11, 6}, {"b", 6, 6}} {
		n, err := f.get(t.Context(), c.key, work(c.n))
		if err != nil || n != c.n || done.Load() != c.done {
			t.Errorf("%s = %d, %v after work for %d, want %d after %d", c.key, n, err, done.Load(), c.n, c.done)
		}
	}
	wrong := errors.New("wrong")
	for range 2 {
		_, err := f.get(t.Context(), "error", func(context.Context) (int, error) { done.Add(1); return 0, wrong })
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
			_, err := f.get(ctxs[i], "slow", func(ctx context.Context) (int, error) {
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

// TestBusy holds that searches wait for their turn, that those of clients who have gone
// leave the queue, and that a full one is told with when to come again; what needs no
// search is answered.
func TestBusy(t *testing.T) {
	s := newSite(sample1250(t), &Options{Scans: 1, Queue: 2})
	mux := http.NewServeMux()
	s.routes(mux)
	ask := func(ctx context.Context, target string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil).WithContext(ctx))
		return w
	}
	scan := func(i int) string { return "/api/explore?play=g1h3&query=elo:" + strconv.Itoa(1000+i) + "%2B" }
	require.NoError(t, s.scans.enter(t.Context())) // the only one at work hangs
	ctx, gone := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != http.ErrAbortHandler {
					t.Errorf("client %d is gone, and the handler ends with %v", i, p)
				}
			}()
			ask(ctx, scan(i))
		})
	}
	for s.scans.waiting.Load() < 2 {
	}
	if w := ask(t.Context(), scan(2)); w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("ETag") != "" {
		t.Errorf("the queue is full: %d, %v", w.Code, w.Header())
	}
	for _, target := range []string{"/masters", "/api/games?query=result:draw", "/api/games/1-17", "/api/position", "/api/archives"} {
		if w := ask(t.Context(), target); w.Code != 200 {
			t.Errorf("GET %s = %d while searches wait, want 200", target, w.Code)
		}
	}
	gone()
	wg.Wait()
	for s.scans.waiting.Load() > 0 {
	}
	s.scans.leave()
	if w := ask(t.Context(), scan(2)); w.Code != 200 {
		t.Errorf("the queue is empty: %d", w.Code)
	}
	if begun, ended := s.scans.begun.Load(), s.scans.ended.Load(); begun != 2 || ended != 2 {
		t.Errorf("%d searches begun, %d ended, want 2: those of clients that have gone are none", begun, ended)
	}
	if w := ask(t.Context(), "/masters?play=e2e4"); w.Code != 200 || s.scans.begun.Load() != 2 {
		t.Errorf("a position of the table: %d, %d searches", w.Code, s.scans.begun.Load())
	}
}
