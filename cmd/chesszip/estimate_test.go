package main

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// seconds are a time of an estimate.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// TestEstimateFalls checks that the remaining time falls while work goes on steadily,
// though frames come in bursts, and that it is about right.
func TestEstimateFalls(t *testing.T) {
	const frames, frame = 400, 4 << 20
	for _, each := range []float64{0.05, 0.5, 13} { // seconds a frame
		rng := rand.New(rand.NewPCG(1, 2))
		e := estimate{total: frames * frame}
		rises, shown, at := 0, 0, 0.0
		last := time.Duration(1 << 62)
		for n := 1; n <= frames; n++ {
			next := at + each*(0.6+0.8*rng.Float64())
			for s := at; s < next; s += each / 4 { // for a user who looks often
				left, ok := e.left(seconds(s))
				if !ok {
					continue
				}
				shown++
				if left > last+time.Second {
					rises++
				}
				last = left
				if n > frames/4 {
					require.InDelta(t, float64(frames-n)*each, left.Seconds(), 0.15*frames*each+2, "%v s a frame, frame %d", each, n)
				}
			}
			at = next
			e.reach(int64(n)*frame, seconds(at))
		}
		require.Positive(t, shown)
		require.LessOrEqual(t, rises, 5, "%v s a frame: the time left rises, of %d looks", each, shown)
	}
}

// TestEstimateLearns checks that an estimate follows work that becomes slower, and
// ignores progress from before it began.
func TestEstimateLearns(t *testing.T) {
	e := estimate{total: 1000}
	at := 0.0
	for n := int64(1); n <= 500; n++ {
		at++
		e.reach(n, seconds(at))
	}
	left, ok := e.left(seconds(at))
	require.True(t, ok)
	require.InDelta(t, 500, left.Seconds(), 5)
	for n := int64(501); n <= 750; n++ {
		at += 3
		e.reach(n, seconds(at))
	}
	left, _ = e.left(seconds(at))
	require.InDelta(t, 750, left.Seconds(), 120, "three seconds each, no longer one")

	e = estimate{total: 100}
	e.reach(50, seconds(50))
	left, _ = e.left(seconds(99))
	require.Equal(t, time.Second, left)
	left, _ = e.left(seconds(150))
	require.Equal(t, 150*time.Second, left, "nothing was done for as long as all before took twice")

	e = estimate{total: 1000}
	e.reach(900, seconds(1)) // of an earlier run
	e.begin(900, seconds(1))
	_, ok = e.left(seconds(1))
	require.False(t, ok)
	e.reach(910, seconds(11))
	left, ok = e.left(seconds(11))
	require.True(t, ok)
	require.Equal(t, 90*time.Second, left.Round(time.Second))
	e.reach(905, seconds(12)) // progress never falls
	require.Equal(t, int64(910), e.done)
}

func TestLeftText(t *testing.T) {
	for s, want := range map[float64]string{
		0.2: "0 s", 59.4: "59 s", 60: "1 min 00 s", 599: "9 min 59 s", 631: "11 min", 3599: "60 min", 3600: "1 h 00 min", 86399: "23 h 59 min",
	} {
		require.Equal(t, want, leftText(seconds(s)))
	}
}
