// Package ordered runs work on several goroutines and keeps its results in
// order.
package ordered

import (
	"context"
	"sync"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// MaxThreads is the most goroutines of Run: no machine has so many processors, and
// more would only take memory.
const MaxThreads = 1024

// task is work on a value, with the channel for its result.
type task struct {
	work func(thread int) (take func() error, err error)
	out  chan result
}

// result is the result of work; take passes it to done.
type result struct {
	take func() error
	err  error
	ctxio.Panic
}

// ahead is how many more values than threads may be in progress, once as many results
// were taken.
const ahead = 2

// Run calls work for each value that next returns, on up to threads goroutines, and
// done with the results, in the order of next. It ends when next reports no more, or
// at the first error of the three functions or of ctx, which it returns. A panic of
// next or of work panics in Run. The argument thread is the number of the goroutine,
// from 0. Only one goroutine at a time calls next and done.
//
// Before the first result is taken, as many values are in progress as there are
// threads, later two more.
//
// Stop cancels ctx: Run calls it at an error, to end the work in progress. Next and
// work must return soon after that, with any result: Run passes no result to done
// once ctx is done. When Run returns, none of its goroutines runs.
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

// run is Run without type parameters: next returns the work on the next value, nil if
// there is none.
func run(ctx context.Context, stop func(), threads int, next func() (work func(thread int) (func() error, error), err error)) error {
	most := threads + ahead
	tasks := make(chan task, most)
	queue := make(chan chan result, most)
	turns := make(chan struct{}, most) // a value holds one until its result is taken
	for range threads {
		turns <- struct{}{}
	}
	var wait sync.WaitGroup
	var nextErr error
	var panicked ctxio.Panic // a panic of next
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
	var worked ctxio.Panic // the first panic of work
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

// try returns the result of work, or the error of ctx if ctx is done before or after.
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
