package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrBusy reports that as many views as may be use an engine.
var ErrBusy = errors.New("as many boards as may be are searched; close one")

// ErrClosed reports that Views were closed.
var ErrClosed = errors.New("the engine was closed")

// ErrTaken reports that the view has asked for another position.
var ErrTaken = errors.New("the view has asked for another position")

const (
	// mostViews is the greatest number of processes at once.
	mostViews = 4
	// linger is how long a process waits for the next question of its view: a board that
	// is played through asks again and again.
	linger = 5 * time.Second
)

// Views keeps one process for each view, which ends soon after the view has gone.
type Views struct {
	options Options

	mu     sync.Mutex
	all    []*view
	closed bool
	users  sync.WaitGroup // of all views
}

// view is a client with its process.
type view struct {
	name   string
	turn   chan struct{} // holds a value while the process searches
	users  int           // searching, and waiting for that
	stop   context.CancelCauseFunc
	engine *Engine // nil if it is not running
	timer  *time.Timer
}

// NewViews returns Views without a process.
func NewViews(o *Options) *Views { return &Views{options: o.usual()} }

// Search is Engine.Search by the process of a view. It ends an earlier search of the
// view, with ErrTaken. Without a name the process ends with the search.
func (v *Views) Search(ctx context.Context, name string, q *Question, report func(*Update) error) (*Move, error) {
	if _, _, err := q.position(); err != nil {
		return nil, err
	}
	x, ctx, stop, err := v.enter(ctx, name)
	if err != nil {
		return nil, err
	}
	defer v.leave(x)
	defer stop(nil)
	select {
	case x.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-x.turn }()
	e, err := v.engineOf(ctx, x)
	if err != nil {
		return nil, err
	}
	best, err := e.Search(ctx, q, report)
	if err != nil && (ctx.Err() == nil || e.process.over()) {
		v.set(x, nil)
	}
	return best, err
}

// engineOf returns the running engine of a view.
func (v *Views) engineOf(ctx context.Context, x *view) (*Engine, error) {
	if e := x.engine; e != nil && !e.process.over() {
		return e, nil
	}
	e, err := Start(ctx, &v.options)
	if err == nil {
		v.set(x, e)
	}
	return e, err
}

// set gives a view another engine, or none, and ends the one before. It is called by who
// has the turn.
func (v *Views) set(x *view, e *Engine) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if x.engine != nil {
		x.engine.Close()
	}
	if x.engine = e; e != nil && v.closed {
		e.Close()
	}
}

// enter adds a user to a view, and ends the search of the one before.
func (v *Views) enter(ctx context.Context, name string) (*view, context.Context, context.CancelCauseFunc, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	i := -1
	if name != "" {
		i = slices.IndexFunc(v.all, func(x *view) bool { return x.name == name })
	}
	switch {
	case v.closed:
		return nil, nil, nil, ErrClosed
	case i >= 0:
		v.all[i].stop(ErrTaken)
	case len(v.all) >= mostViews && !v.evict():
		return nil, nil, nil, ErrBusy
	default:
		i = len(v.all)
		v.all = append(v.all, &view{name: name, turn: make(chan struct{}, 1)})
	}
	x := v.all[i]
	x.users++
	v.users.Add(1)
	if x.timer != nil {
		x.timer.Stop()
	}
	ctx, x.stop = context.WithCancelCause(ctx)
	return x, ctx, x.stop, nil
}

// leave takes a user from a view. A view without users ends, by and by if it has a name.
func (v *Views) leave(x *view) {
	defer v.users.Done()
	v.mu.Lock()
	defer v.mu.Unlock()
	x.users--
	switch {
	case x.users > 0:
	case x.name == "" || x.engine == nil || v.closed:
		v.remove(x)
	default:
		x.timer = time.AfterFunc(linger, func() {
			v.mu.Lock()
			defer v.mu.Unlock()
			if x.users == 0 {
				v.remove(x)
			}
		})
	}
}

// evict removes a view without users, if there is one.
func (v *Views) evict() bool {
	i := slices.IndexFunc(v.all, func(x *view) bool { return x.users == 0 })
	if i >= 0 {
		v.remove(v.all[i])
	}
	return i >= 0
}

// remove removes a view, and ends its process.
func (v *Views) remove(x *view) {
	v.all = slices.DeleteFunc(v.all, func(other *view) bool { return other == x })
	if x.engine != nil {
		x.engine.Close()
		x.engine = nil
	}
}

// Close ends all processes, and waits until the searches have ended.
func (v *Views) Close() {
	v.mu.Lock()
	v.closed = true
	for _, x := range slices.Clone(v.all) {
		x.stop(ErrClosed)
		if x.engine != nil {
			x.engine.Close()
		}
		if x.users == 0 {
			v.remove(x)
		}
	}
	v.mu.Unlock()
	v.users.Wait()
}
