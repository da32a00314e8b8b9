package door

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// ErrWait reports that a task has no answer yet.
var ErrWait = errors.New("chesszip: not ready yet")

// ErrEnd reports that a task has given all its answers.
var ErrEnd = errors.New("chesszip: no more answers")

// ErrInternal reports that a bug of chesszip ended a call.
var ErrInternal = errors.New("chesszip: internal error, please report it")

// Task is a call in the background. It gives answers one after the other, and waits
// until each is taken. Only one goroutine may use Wait and Close.
type Task struct {
	cancel  context.CancelFunc
	answers chan any
	ended   chan struct{}
	err     error // valid once ended is closed
	taken   error // the error that Wait has returned, and returns from then on
}

// Start starts a call. The call gives answers by give, which returns false once the task
// is closed.
func Start(call func(ctx context.Context, give func(answer any) bool) error) *Task {
	ctx, cancel := context.WithCancel(context.Background())
	t := &Task{cancel: cancel, answers: make(chan any), ended: make(chan struct{})}
	give := func(answer any) bool {
		select {
		case t.answers <- answer:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(t.ended)
		defer cancel()
		defer func() {
			if fault := recover(); fault != nil {
				t.err = fmt.Errorf("%w: %v\n%s", ErrInternal, fault, debug.Stack())
			}
		}()
		t.err = call(ctx, give)
	}()
	return t
}

// Wait returns the next answer. The errors are ErrWait after the time limit, ErrEnd
// after the last answer, and the error of the call.
func (t *Task) Wait(limit time.Duration) (answer any, err error) {
	if t.taken != nil {
		return nil, t.taken
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case answer = <-t.answers:
		return answer, nil
	case <-t.ended:
		if t.taken = t.err; t.taken == nil {
			t.taken = ErrEnd
		}
		return nil, t.taken
	case <-timer.C:
		return nil, ErrWait
	}
}

// Close ends the call, and waits until it has returned.
func (t *Task) Close() {
	t.cancel()
	<-t.ended
	if t.taken == nil {
		t.taken = context.Canceled
	}
}
