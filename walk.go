package chesszip

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/ordered"
)

// all returns the whole of a.
func (a *Archive) all() stretch { return stretch{segments: a.segments, gaps: a.gaps} }

// withGames returns what of s has games: frames of lists and of other contents are
// passed over, and nothing of them is read.
func (a *Archive) withGames(s stretch) stretch {
	without := func(g frameview.Segment) bool { return a.frames.Entry(g.Frame).Games == 0 }
	if slices.ContainsFunc(s.segments, without) {
		s.segments = slices.DeleteFunc(slices.Clone(s.segments), without)
	}
	return s
}

// errEnough ends a walk whose taker wants no more.
var errEnough = errors.New("chesszip: enough")

// walk works on tasks, several at once, and gives the results to done in order. A
// task is of a frame. Damage ends the work on the frames of its archive; it and
// the gaps are given to broken, and the walk goes on with the next archive. It
// ends early where one of the three says errEnough, or else fails; stop cancels ctx.
func walk[In, Out any](
	ctx context.Context, stop func(), a *Archive, threads int, gaps []gap,
	next func() (in In, more bool, err error), frame func(In) int,
	work func(In) (Out, error), done func(Out) error, broken func(error) error,
) error {
	type result struct {
		out    Out
		frame  int
		member int64
		err    error
	}
	var damaged atomic.Int64 // 1 + the number of the member that was found damaged last
	tell := func(upto int) error {
		for len(gaps) > 0 && gaps[0].frame <= upto {
			g := &gaps[0].GapError
			gaps = gaps[1:]
			if err := broken(g); err != nil {
				return err
			}
		}
		return nil
	}
	look := func(_ int, in In) (r result, err error) {
		r.frame = frame(in)
		r.member = int64(a.frames.MemberOf(r.frame)) + 1
		if damaged.Load() != r.member {
			r.out, r.err = work(in)
		}
		if r.err != nil && !isDamage(r.err) {
			return r, r.err
		}
		return r, nil
	}
	take := func(r result) error {
		err := tell(r.frame)
		switch {
		case err != nil:
			return err
		case damaged.Load() == r.member:
			return nil
		case r.err != nil:
			damaged.Store(r.member)
			return broken(r.err)
		}
		return done(r.out)
	}
	err := ordered.Run(ctx, stop, threads, next, look, take)
	if err == nil {
		err = tell(math.MaxInt)
	}
	return err
}

// each works on the views of segments, several at once, and yields what they
// give in order, and what is damaged at its place.
//
// Work is given the context of the view, which is done, too, once yield returns false.
func each[T any](ctx context.Context, a *Archive, s stretch, work func(context.Context, *frameview.View) ([]T, error), yield func(T, error) bool) {
	var none T
	until, stop := context.WithCancel(ctx)
	defer stop()
	threads := min(a.set.Threads, max(1, len(s.segments)))
	soon := a.newAhead(s.segments, s.reads, threads)
	next := func() (g frameview.Segment, more bool, err error) {
		if len(s.segments) == 0 {
			return g, false, nil
		}
		soon.take()
		g, s.segments = s.segments[0], s.segments[1:]
		return g, true, nil
	}
	frame := func(g frameview.Segment) int { return g.Frame }
	look := func(g frameview.Segment) ([]T, error) {
		v := a.frames.View(until, g)
		defer v.Done()
		return work(until, v)
	}
	done := func(all []T) error {
		for _, t := range all {
			if !yield(t, nil) {
				return errEnough
			}
			if err := ctxio.Err(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	broken := func(err error) error {
		if !yield(none, err) {
			return errEnough
		}
		return nil
	}
	if err := walk(until, stop, a, threads, s.gaps, next, frame, look, done, broken); err != nil && err != errEnough {
		yield(none, ctxio.Instead(ctx, err))
	}
}
