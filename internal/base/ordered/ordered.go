// Package ordered runs work on several goroutines and keeps its results in
// order.
package ordered

import (
	"context"
	"sync"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// MaxThreads is how many goroutines may be asked for: more would take memory and no
// machine has so many processors.
const MaxThreads = 1024

// task is work on a value, and where its result goes.
type task struct {
	work func(thread int) (take func() error, err error)
	out  chan result
}

// result is what work gave: take gives it to done.
type result struct {
	take func() error
	err  error
	ctxio.Panic
}

// ahead is how many more values than threads are under way at most, once as many
// results were taken.
const ahead = 2

// Run calls work for each value that next returns, on up to the given number of
// goroutines, and done with the results, in the order of next. It ends when next
// reports that there is no more, or at the first error of any of the three or of
// ctx, which it returns. A panic of next or of work is one of Run. Thread tells the
// goroutines apart, from 0: one begins with each of the first values. Next and done are
// called by one goroutine at a time.
//
// Before the first result is taken, as many values are under way as there are
// threads, later two more.
//
// Stop cancels ctx: Run calls it at an error, so that what is under way ends. Next
// and work must return soon after that, whatever they return: a result that comes
// when ctx is done is not given to done. When Run returns, no goroutine of it runs.
func Run[In, Out any](
	ctx context.Context, stop func(),
	threads int,
	next func() (in In, more bool, err error),
	work func(thread int, in In) (Out, error),
	done func(Out) error,
) error {
	return run(ctx, stop, threads, func() (func(thread int) (func() error, error), error) {
		in, more, err := next()
		if err != nil || !more {
			return nil, err
		}
		return func(thread int) (func() error, error) {
			out, err := work(thread, in)
			return func() error { return done(out) }, err
		}, nil
	})
}

// run is Run of values of any kind: next returns the work on the next, nil if there is no
// more.
func run(ctx context.Context, stop func(), threads int, next func() (work func(thread int) (func() error, error), err error)) error {
	most := threads + ahead
	tasks := make(chan task, most)
	queue := make(chan chan result, most)
	turns := make(chan struct{}, most) // a value takes one until its result was taken
	for range threads {
		turns <- struct{}{}
	}
	var wait sync.WaitGroup
	var nextErr error
	var panicked ctxio.Panic // of next
	wait.Go(func() {
		defer close(queue)
		defer close(tasks)
		defer panicked.Catch()
		for begun := 0; ; {
			select {
			case <-turns:
			case <-ctx.Done():
			}
			if nextErr = ctxio.Err(ctx); nextErr != nil {
				return
			}
			var work func(thread int) (func() error, error)
			if work, nextErr = next(); work == nil {
				return
			}
			if thread := begun; begun < threads {
				begun++
				wait.Go(func() {
					for t := range tasks {
						t.out <- try(ctx, t.work, thread)
					}
				})
			}
			out := make(chan result, 1)
			queue <- out
			tasks <- task{work, out}
		}
	})
	var err error
	var worked ctxio.Panic // the first of work
	extra := ahead
	for out := range queue {
		r := <-out
		if err != nil || worked.Caught() {
			continue
		}
		worked = r.Panic
		if err = r.err; err == nil && !worked.Caught() {
			err = r.take()
		}
		if err != nil || worked.Caught() {
			stop()
			continue
		}
		turns <- struct{}{}
		if extra > 0 {
			extra--
			turns <- struct{}{}
		}
	}
	wait.Wait()
	worked.Throw()
	if err == nil {
		panicked.Throw()
		err = nextErr
	}
	return err
}

// try returns what work gives, unless ctx is done before or after.
func try(ctx context.Context, work func(thread int) (func() error, error), thread int) (r result) {
	if r.err = ctxio.Err(ctx); r.err != nil {
		return r
	}
	defer r.Catch()
	r.take, r.err = work(thread)
	if err := ctxio.Err(ctx); err != nil {
		return result{err: err}
	}
	return r
}
