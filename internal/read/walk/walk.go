package walk

import (
	"context"
	"errors"
	"math"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/read/view"
)

// errEnough ends a walk that the caller left.
var errEnough = errors.New("enough")

// task is a piece of a segment, counted from 0.
type task struct {
	segment view.Segment
	piece   int
}

// tasks returns the tasks of a part: the first piece of each segment, or every piece.
type tasks struct {
	segments []view.Segment
	soon     *ahead
	pieces   bool
	piece    int // of the first segment
}

func (l *tasks) next() (t task, more bool, err error) {
	if len(l.segments) == 0 {
		return t, false, nil
	}
	if l.piece == 0 {
		l.soon.take()
	}
	t = task{l.segments[0], l.piece}
	if l.piece++; !l.pieces || l.piece > t.segment.More {
		l.piece, l.segments = 0, l.segments[1:]
	}
	return t, true, nil
}

// walk works on the tasks of p, several at once, and passes the results to done in
// order. Damage ends the work on its member; damage and gaps are passed to broken, and
// the walk goes on with the next member. It ends early if work, done or broken fails
// otherwise. Results have no type, so that programs contain one walk and not one for
// each type.
func walk(
	ctx context.Context, p Part, threads int, pieces bool,
	work func(ctx context.Context, v *view.View, piece int) (any, error),
	done func(any) error, broken func(error) error,
) error {
	type result struct {
		out    any
		frame  int
		member int64
		err    error
	}
	until, stop := context.WithCancel(ctx)
	defer stop()
	all := tasks{segments: p.Segments, soon: p.ahead(threads), pieces: pieces}
	var damaged atomic.Int64 // 1 + the number of the last member found damaged
	tell := func(upto int) error {
		for len(p.Gaps) > 0 && p.Gaps[0].Frame <= upto {
			told := p.Gaps[0].Told
			p.Gaps = p.Gaps[1:]
			if err := broken(told); err != nil {
				return err
			}
		}
		return nil
	}
	look := func(_ int, t task) (r result, err error) {
		r.frame = t.segment.Frame
		r.member = int64(p.Frames.MemberOf(r.frame)) + 1
		if damaged.Load() != r.member {
			v := p.Frames.View(until, t.segment)
			defer v.Done()
			r.out, r.err = work(until, v, t.piece)
		}
		if r.err != nil && !view.IsDamage(r.err) {
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
	err := ordered.Run(until, stop, threads, all.next, look, take)
	if err == nil {
		err = tell(math.MaxInt)
	}
	return err
}

// Pieces calls done with the results of work for the pieces of all segments of p,
// several at once, in their order. A segment has one piece, unless its game is larger
// than a frame. It calls broken with damage, and with the gaps, at their places: damage
// ends its member, and the walk goes on with the next. The error is the first that done
// or broken returns, another error of work, or that of ctx.
//
// The context that work gets is also done when the walk has ended.
func Pieces[T any](
	ctx context.Context, p Part,
	work func(ctx context.Context, v *view.View, piece int) (T, error),
	done func(T) error, broken func(error) error,
) error {
	look := func(ctx context.Context, v *view.View, piece int) (any, error) { return work(ctx, v, piece) }
	take := func(got any) error { return done(got.(T)) }
	return walk(ctx, p, p.Threads, true, look, take, broken)
}

// Each works on views of the segments of p, several at once, and yields their results in
// order, and damage and gaps at their places: damage ends its member, and the walk goes
// on with the next if yield returns true. Results beside an error are not yielded. After
// another error, such as that of ctx, nothing follows.
//
// Work gets the context of the view, which is also done once yield returns false.
func Each[T any](ctx context.Context, p Part, work func(context.Context, *view.View) ([]T, error), yield func(T, error) bool) {
	var none T
	look := func(ctx context.Context, v *view.View, _ int) (any, error) { return work(ctx, v) }
	done := func(all any) error {
		for _, t := range all.([]T) {
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
	threads := min(p.Threads, max(1, len(p.Segments)))
	if err := walk(ctx, p, threads, false, look, done, broken); err != nil && err != errEnough {
		yield(none, ctxio.Instead(ctx, err))
	}
}
