package turns

import (
	"context"
	"errors"
	"sync"
	"time"
)

// moment is the time that work may wait for others without losing its turn.
const moment = 50 * time.Millisecond

// errOver is returned after the end of a turn.
var errOver = errors.New("turns: the turn is over")

// Turn is a turn that is lent to others while its work waits.
type Turn struct {
	ctx    context.Context
	queue  *Queue
	moment time.Duration

	mu   sync.Mutex
	held bool
	over bool
}

// Take waits for a turn, which End ends. The error is ErrBusy, or that of ctx.
func (q *Queue) Take(ctx context.Context) (*Turn, error) {
	if err := q.Enter(ctx); err != nil {
		return nil, err
	}
	return &Turn{ctx: ctx, queue: q, moment: moment, held: true}, nil
}

// Aside calls do, which may wait for others, such as for a client to read an answer.
// If that takes more than a moment, the turn is given away and then taken again,
// however many callers wait. The error is that of the context, or errOver.
func (t *Turn) Aside(do func()) error {
	late := time.AfterFunc(t.moment, t.leave)
	do()
	late.Stop()
	t.mu.Lock()
	held, over := t.held, t.over
	t.mu.Unlock()
	switch {
	case over:
		return errOver
	case held:
		return nil
	}
	if err := t.queue.wait(t.ctx); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held = !t.over; !t.held {
		t.queue.Leave()
		return errOver
	}
	return nil
}

// leave gives the turn away if it is held.
func (t *Turn) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held {
		t.held = false
		t.queue.Leave()
	}
}

// End ends the turn. An Aside still running does not take it again.
func (t *Turn) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	if t.held {
		t.held = false
		t.queue.Leave()
	}
}
