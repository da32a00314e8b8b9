package server

import (
	"context"
	"errors"
	"sync/atomic"
)

// errBusy says that the queue is full.
var errBusy = errors.New("many searches are waiting; try again in a few seconds")

// queue lets so many work at once, and so many wait.
type queue struct {
	slots   chan struct{}
	waiting atomic.Int64
	room    int64 // of those who wait, 0 for no limit
	// begun and ended count work, for tests.
	begun, ended atomic.Int64
}

func newQueue(slots, room int) *queue {
	return &queue{slots: make(chan struct{}, slots), room: int64(room)}
}

// enter waits for a turn; leave ends it. The error is errBusy, or that of ctx.
func (q *queue) enter(ctx context.Context) error {
	select {
	case q.slots <- struct{}{}:
		q.begun.Add(1)
		return nil
	default:
	}
	if q.waiting.Add(1) > q.room && q.room > 0 {
		q.waiting.Add(-1)
		return errBusy
	}
	defer q.waiting.Add(-1)
	select {
	case q.slots <- struct{}{}:
		q.begun.Add(1)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (q *queue) leave() {
	q.ended.Add(1)
	<-q.slots
}
