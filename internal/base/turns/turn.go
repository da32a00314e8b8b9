package turns

import (
	"context"
	"errors"
	"sync"
	"time"
)

// moment is how long work may wait for others in its turn.
const moment = 50 * time.Millisecond

// errOver says that a turn is over.
var errOver = errors.New("turns: the turn is over")

// Turn is a turn that is given to another while its work has to wait.
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

// Aside does what may wait for others, such as a client that takes an answer: where that is
// for more than a moment, the turn is given away, and then taken again, however many wait.
// The error is that of the context, or says that the turn has ended meanwhile.
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

// leave gives the turn away, if it is held.
func (t *Turn) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held {
		t.held = false
		t.queue.Leave()
	}
}

// End ends the turn. What still goes on in Aside does not take it again.
func (t *Turn) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	if t.held {
		t.held = false
		t.queue.Leave()
	}
}
