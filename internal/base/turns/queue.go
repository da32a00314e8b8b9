// Package turns limits how much work runs at once, and shares equal work among
// callers.
package turns

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrBusy is returned if the queue is full.
var ErrBusy = errors.New("many searches are waiting; try again in a few seconds")

// Queue limits how many callers work at once, and how many wait.
type Queue struct {
	slots        chan struct{}
	waiting      atomic.Int64
	room         int64 // limit of waiting callers, 0 for none
	begun, ended atomic.Int64
}

// NewQueue returns a queue in which slots callers work at once and room callers wait,
// any number if room is 0.
func NewQueue(slots, room int) *Queue {
	return &Queue{slots: make(chan struct{}, slots), room: int64(room)}
}

// Enter waits for a turn, which Leave ends. The error is ErrBusy, or that of ctx.
func (q *Queue) Enter(ctx context.Context) error {
	select {
	case q.slots <- struct{}{}:
		q.begun.Add(1)
		return nil
	default:
	}
	if q.waiting.Add(1) > q.room && q.room > 0 {
		q.waiting.Add(-1)
		return ErrBusy
	}
	defer q.waiting.Add(-1)
	return q.wait(ctx)
}

// wait waits for a slot.
func (q *Queue) wait(ctx context.Context) error {
	select {
	case q.slots <- struct{}{}:
		q.begun.Add(1)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave ends a turn.
func (q *Queue) Leave() {
	q.ended.Add(1)
	<-q.slots
}

// Waiting returns the number of waiting callers.
func (q *Queue) Waiting() int64 { return q.waiting.Load() }

// Counts returns the numbers of turns begun and ended so far.
func (q *Queue) Counts() (begun, ended int64) { return q.begun.Load(), q.ended.Load() }
