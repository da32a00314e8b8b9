package chunk

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
)

// TestProgressWithinFrames checks that work on frames moves the progress, by what the
// work on earlier frames took, that it never reaches the end of a frame, and that a
// frame that waits to be written counts as done.
func TestProgressWithinFrames(t *testing.T) {
	var in []int64
	p := NewProgress(func(s *Stats) { in = append(in, s.In) })
	do := func(ctx context.Context, units int) {
		p.next.Store(0) // it is time
		b := (&budget.Budget{}).Until(ctx)
		for range units / budget.LookEvery {
			b.Step(budget.LookEvery)
		}
	}
	last := func() int64 { return in[len(in)-1] }
	ctx, end := p.Begin(t.Context(), 1000, 1<<20)
	do(ctx, 1<<19)
	p.next.Store(0)
	p.look()
	require.EqualValues(t, 500, last(), "half of what is usual")
	do(ctx, 1<<20) // more than usual
	p.next.Store(0)
	p.look()
	require.EqualValues(t, 950, last())
	do(ctx, 1<<19) // twice the usual work
	end()
	second, endSecond := p.Begin(t.Context(), 1000, 1<<20)
	do(second, 1<<20)
	p.next.Store(0)
	p.look()
	require.EqualValues(t, 1500, last(), "half of the second frame, after the first, which waits")
	p.Report(&Stats{In: 1000}, 1000)
	require.EqualValues(t, 1000, last())
	p.next.Store(0)
	p.look()
	require.EqualValues(t, 1500, last())
	n := len(in)
	p.next.Store(int64(time.Hour))
	p.look()
	require.Len(t, in, n, "it is not time")
	endSecond()

	var none *Progress
	require.Nil(t, NewProgress(nil))
	_, end = none.Begin(t.Context(), 1, 1)
	end()
	none.Report(&Stats{}, 0)
}
