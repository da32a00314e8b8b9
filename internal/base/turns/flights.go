package turns

import (
	"container/list"
	"context"
	"sync"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Flights is work that several may ask for by the same key: it is done once, stops when
// the last who waits has gone, and what came of it is kept while there is room.
type Flights[T any] struct {
	mu    sync.Mutex
	all   map[string]*flight[T]
	order list.List // of keys that are done, the last used first
	used  int       // what is kept
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
	place *list.Element // nil while it is not done
}

// NewFlights returns flights that keep values up to a sum of sizes.
func NewFlights[T any](room int, size func(T) int) *Flights[T] {
	return &Flights[T]{all: map[string]*flight[T]{}, room: room, size: size}
}

// Get returns the value of key: what is kept, what others wait for, or what work gives.
// The context of work is done when nobody waits any more. A panic of work is one of all who
// wait for it.
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
			delete(f.all, key) // who comes now begins anew
		}
	}
	var none T
	return none, ctx.Err()
}

// run does the work, and keeps what came of it unless that is an error.
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
