// Package ordered runs work on several goroutines and keeps its results in
// order.
//
// Files, from top to bottom: ordered.go.
package ordered

import (
	"context"
	"sync"

	"github.com/chesszip/chesszip/internal/ctxio"
)

// ahead is how many more values than threads are under way at most, once as many
// results were taken.
const ahead = 2

// Run calls work for each value that next returns, on the given number of
// goroutines, and done with the results, in the order of next. It ends when next
// reports that there is no more, or at the first error of any of the three or of
// ctx, which it returns. Thread tells the goroutines apart, from 0; next and done are
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
	type result struct {
		out Out
		err error
	}
	type task struct {
		in  In
		out chan result
	}
	most := threads + ahead
	tasks := make(chan task, most)
	queue := make(chan chan result, most)
	turns := make(chan struct{}, most) // a value takes one until its result was taken
	for range threads {
		turns <- struct{}{}
	}
	var wait sync.WaitGroup
	for thread := range threads {
		wait.Go(func() {
			for t := range tasks {
				var r result
				if r.err = ctxio.Err(ctx); r.err == nil {
					r.out, r.err = work(thread, t.in)
				}
				if err := ctxio.Err(ctx); err != nil {
					r = result{err: err}
				}
				t.out <- r
			}
		})
	}
	var nextErr error
	wait.Go(func() {
		defer close(queue)
		defer close(tasks)
		for {
			select {
			case <-turns:
			case <-ctx.Done():
			}
			if nextErr = ctxio.Err(ctx); nextErr != nil {
				return
			}
			in, more, err := next()
			if err != nil || !more {
				nextErr = err
				return
			}
			out := make(chan result, 1)
			queue <- out
			tasks <- task{in, out}
		}
	})
	var err error
	extra := ahead
	for out := range queue {
		r := <-out
		if err != nil {
			continue
		}
		if err = r.err; err == nil {
			err = done(r.out)
		}
		if err != nil {
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
	if err == nil {
		err = nextErr
	}
	return err
}
