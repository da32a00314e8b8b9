// Package ordered runs work on several goroutines and keeps its results in
// order.
//
// Files, from top to bottom: ordered.go.
package ordered

import (
	"context"
	"sync"
)

// Run calls work for each value that next returns, on the given number of
// goroutines, and done with the results, in the order of next. At most threads
// results wait. It ends when next reports that there is no more, or at the first
// error of any of the three or of ctx, which it returns. Thread tells the goroutines
// apart, from 0; next and done are called by one goroutine at a time.
func Run[In, Out any](
	ctx context.Context,
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
	tasks := make(chan task)
	queue := make(chan chan result, threads)
	stop := make(chan struct{})
	var wait sync.WaitGroup
	for thread := range threads {
		wait.Go(func() {
			for t := range tasks {
				var r result
				if r.err = ctx.Err(); r.err == nil {
					r.out, r.err = work(thread, t.in)
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
			in, more, err := next()
			if err != nil || !more {
				nextErr = err
				return
			}
			out := make(chan result, 1)
			select {
			case queue <- out:
			case <-stop:
				return
			}
			tasks <- task{in, out}
		}
	})
	var err error
	for out := range queue {
		r := <-out
		if err != nil {
			continue
		}
		if err = r.err; err == nil {
			err = done(r.out)
		}
		if err != nil {
			close(stop)
		}
	}
	wait.Wait()
	if err == nil {
		err = nextErr
	}
	return err
}
