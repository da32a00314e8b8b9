package czipbeam

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func drawRange(r *rand.Rand) Range {
	x := Range{From: r.Int64N(5)}
	for range r.IntN(20) {
		x.Sizes = append(x.Sizes, 1+r.Int64N(1000))
	}
	x.To = x.From + int64(len(x.Sizes))
	return x
}

// TestSplits holds that a range that is split at any time, before and while it is
// claimed, has each item once, and that the bytes of all parts are its bytes.
func TestSplits(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(1, seed))
		whole := drawRange(r)
		var queue []Range
		last := whole.From
		for _, part := range whole.Split(1 + r.Int64N(3000)) {
			require.Equal(t, last, part.From)
			last = part.To
			queue = append(queue, part)
		}
		require.Equal(t, whole.To, last)
		times := map[int64]int{}
		bytes := int64(0)
		for len(queue) > 0 {
			part := queue[0]
			queue = queue[1:]
			tr := NewTracker(part)
			at := part.From
			for {
				if r.IntN(3) == 0 {
					done, left := tr.GetProgress()
					primary, rest, err := tr.TrySplit(r.Float64()*1.2 - 0.1)
					require.NoError(t, err)
					require.Equal(t, tr.GetRestriction(), primary)
					if rest != nil {
						queue = append(queue, rest.(Range))
						require.NotEmpty(t, rest.(Range).Sizes)
						now, less := tr.GetProgress()
						require.Equal(t, done, now)
						require.Equal(t, left, less+float64(rest.(Range).Bytes()))
					}
				}
				if !tr.TryClaim(at) {
					break
				}
				times[at]++
				at++
			}
			require.NoError(t, tr.GetError())
			require.True(t, tr.IsDone())
			bytes += tr.GetRestriction().(Range).Bytes()
		}
		for i := whole.From; i < whole.To; i++ {
			require.Equal(t, 1, times[i], "item %d of %v", i, whole)
		}
		require.Equal(t, whole.Bytes(), bytes)
	}
}

func TestTracker(t *testing.T) {
	x := Range{3, 6, []int64{10, 30, 60}}
	tr := NewTracker(x)
	require.False(t, tr.IsDone())
	require.True(t, tr.TryClaim(int64(3)))
	done, left := tr.GetProgress()
	require.Equal(t, []float64{10, 90}, []float64{done, left})
	// A third of the bytes that are left is the frame of 30.
	primary, rest, err := tr.TrySplit(0.33)
	require.NoError(t, err)
	require.Equal(t, Range{3, 5, []int64{10, 30}}, primary)
	require.Equal(t, Range{5, 6, []int64{60}}, rest)
	require.True(t, tr.TryClaim(int64(4)))
	require.True(t, tr.IsDone())
	require.False(t, tr.TryClaim(int64(5)))
	require.NoError(t, tr.GetError())

	// A checkpoint leaves what was claimed.
	tr = NewTracker(x)
	primary, rest, err = tr.TrySplit(0)
	require.NoError(t, err)
	require.Equal(t, Range{3, 3, []int64{}}, primary)
	require.Equal(t, x, rest)
	require.True(t, tr.IsDone())

	for name, claims := range map[string][]any{
		"of another type":    {3},
		"before the range":   {int64(2)},
		"twice":              {int64(3), int64(3)},
		"one passed over":    {int64(4)},
		"behind the end was": {int64(3), int64(4), int64(5), int64(6), int64(7)},
	} {
		tr := NewTracker(x)
		ok := true
		for _, c := range claims {
			ok = tr.TryClaim(c)
		}
		require.False(t, ok, name)
		require.Error(t, tr.GetError(), name)
		require.False(t, tr.IsDone(), name)
	}
}
