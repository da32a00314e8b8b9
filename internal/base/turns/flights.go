package turns

import (
	"container/list"
	"context"
	"sync"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Flights shares work among callers with the same key. The work is done once, stops
// when the last waiting caller has gone, and its result is cached while there is
// room.
type Flights[T any] struct {
	mu    sync.Mutex
	all   map[string]*flight[T]
	order list.List // keys of cached results, the last used first
	used  int       // size of the cached results
	room  int
	size  func(T) int
}

// flight is one piece of work.
type flight[T any] struct {
	done    chan struct{}
	value   T
	err     error
	waiting int
	stop    context.CancelFunc
	ctxio.Panic
	place *list.Element // nil until the work is done
}

// NewFlights returns Flights that cache values up to a total size of room.
func NewFlights[T any](room int, size func(T) int) *Flights[T] {
	return &Flights[T]{all: map[string]*flight[T]{}, room: room, size: size}
}

// Get returns the value of key: a cached one, one that others wait for, or the result
// of work. The context of work is done when no caller waits any more. A panic of work
// panics in all waiting callers.
func (f *Flights[T]) Get(ctx context.Context, key string, work func(context.Context) (T, error)) (T, error) {
	f.mu.Lock()
	x := f.all[key]
	switch {
	case x == nil:
		until, stop := context.WithCancel(context.WithoutCancel(ctx))
		x = &flight[T]{done: make(chan struct{}), stop: stop}
		f.all[key] = x
		go f.run(until, key, x, work)
	case x.place != nil:
		f.order.MoveToFront(x.place)
		f.mu.Unlock()
		return x.value, nil
	}
	x.waiting++
	f.mu.Unlock()
	select {
	case <-x.done:
		x.Throw()
		return x.value, x.err
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if x.waiting--; x.waiting == 0 && x.place == nil {
		x.stop()
		if f.all[key] == x {
			delete(f.all, key) // the next caller starts again
		}
	}
	var none T
	return none, ctx.Err()
}

// run does the work, and caches its result unless that is an error.
func (f *Flights[T]) run(ctx context.Context, key string, x *flight[T], work func(context.Context) (T, error)) {
	defer x.stop()
	func() {
		defer x.Catch()
		x.value, x.err = work(ctx)
	}()
	f.mu.Lock()
	defer f.mu.Unlock()
	defer close(x.done)
	if f.all[key] != x {
		return
	}
	failed, size := x.err != nil || x.Caught(), 0
	if !failed {
		size = f.size(x.value)
	}
	if failed || size > f.room {
		delete(f.all, key)
		return
	}
	x.place = f.order.PushFront(key)
	f.used += size
	for f.used > f.room {
		last := f.order.Remove(f.order.Back()).(string)
		f.used -= f.size(f.all[last].value)
		delete(f.all, last)
	}
}
