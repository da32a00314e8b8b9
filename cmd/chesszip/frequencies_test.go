package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFrequencies checks the documented counts of stats: exact within the memory limit;
// beyond it lower bounds that are marked, with the stated error; and that names stay
// within the limit.
func TestFrequencies(t *testing.T) {
	const room = 500 * (nameCost + 5)
	for _, names := range []int{400, 5000} {
		rng := rand.New(rand.NewPCG(1, uint64(names)))
		f := newFrequencies(room)
		want := map[string]int64{}
		for range 40_000 {
			name := fmt.Sprintf("%05d", int(float64(names)*rng.Float64()*rng.Float64()*rng.Float64()))
			want[name]++
			f.add(name, 1)
			require.LessOrEqual(t, f.size, room)
			require.LessOrEqual(t, len(f.names)*(nameCost+5), room)
		}
		got := f.most(len(want))
		require.Equal(t, names == 400, f.off == 0)
		if names == 400 {
			require.Len(t, got, len(want))
		}
		for _, c := range got {
			require.LessOrEqual(t, c.Games, want[c.Name])
			require.GreaterOrEqual(t, c.Games+f.off, want[c.Name])
			if !c.AtLeast {
				require.Equal(t, want[c.Name], c.Games, c.Name)
			}
		}
		// No frequent name is missing.
		for name, n := range want {
			if _, ok := f.names[name]; n > f.off && !ok {
				t.Errorf("%s has %d games and is missing, though counts are %d off at most", name, n, f.off)
			}
		}
	}
}

func TestLongNames(t *testing.T) {
	f := newFrequencies(1 << 20)
	for i := range 100 {
		f.add(strings.Repeat("x", 1<<16)+fmt.Sprint(i), 1)
	}
	require.Len(t, f.names, 1)
	require.Equal(t, int64(100), f.most(1)[0].Games)
}

// TestStatsOfManyNames checks the output of stats if there are too many names.
func TestStatsOfManyNames(t *testing.T) {
	tally := newTally()
	tally.games = 100_000
	for i := range 60_000 {
		tally.counts["event"].add(fmt.Sprint("event ", i), 1)
	}
	for range 7 {
		tally.counts["event"].add("late", 1)
	}
	var out strings.Builder
	require.NoError(t, tally.print(&out, 1, new(console).opening))
	require.Contains(t, out.String(), "of more than ")
	require.Regexp(t, `(?m)^late +>=7 `, out.String())
	require.Regexp(t, `there are too many to count all: counts with >= may be short of \d+ games?\n`, out.String())
	require.Contains(t, fmt.Sprint(tally.json(1)), "missing_at_most")
}

// TestColumns checks that rows are aligned at the right, whatever comes last.
func TestColumns(t *testing.T) {
	var out strings.Builder
	require.NoError(t, writeColumns(&out, func(row func(cells ...string)) {
		row("frame", "é")
		row("1", "1,000")
	}))
	require.Equal(t, "  frame      é\n      1  1,000\n", out.String())
}

// TestManyTags has a game with so many tags that comparing all pairs would take minutes.
func TestManyTags(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "[T%d \"\"]\n", i%50_000)
	}
	b, err := tagsOf(text.String()).MarshalJSON()
	require.NoError(t, err)
	require.Equal(t, 50_000, strings.Count(string(b), `:""`))
}
