package door

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// ErrWait says that a task has no answer yet.
var ErrWait = errors.New("chesszip: not ready yet")

// ErrEnd says that a task has given all its answers.
var ErrEnd = errors.New("chesszip: no more answers")

// ErrInternal says that a fault of chesszip itself ended a call.
var ErrInternal = errors.New("chesszip: internal error, please report it")

// Task is a call that goes on in the background. It gives answers one after the
// other, and waits while the last is not taken. Wait and Close are not for several
// goroutines at once.
type Task struct {
	cancel  context.CancelFunc
	answers chan any
	ended   chan struct{}
	err     error // valid once ended is closed
	taken   error // the error that Wait has returned, which stays
}

// Start begins a call. It gives answers by give, which returns false once nobody
// waits for them any more.
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

// Wait returns the next answer. The errors are ErrWait after the time has passed,
// ErrEnd behind the last answer, and what ended the call.
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

// Close ends the call, and waits until nothing of it runs.
func (t *Task) Close() {
	t.cancel()
	<-t.ended
	if t.taken == nil {
		t.taken = context.Canceled
	}
}
