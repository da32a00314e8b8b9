package endgame

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func solve(t testing.TB, name string) *Table {
	t.Helper()
	table, err := Solve(name, nil)
	require.NoError(t, err)
	return table
}

func TestCountsOfKBNK(t *testing.T) {
	start := time.Now()
	table := solve(t, "KBNK")
	t.Logf("solved in %v", time.Since(start))
	c := table.Counts()
	// One colour of bishop has half of all.
	for _, x := range []struct {
		name      string
		got, want int
	}{
		{"mates", c.Black[0], 232},
		{"wins in one", c.White[1], 920},
		{"lost in one and a half", c.Black[2], 156},
		{"won with White to move", c.WhiteWon, 5_411_092},
		{"longest with White to move", c.White[65], 552},
		{"stalemates", c.Stalemates, 6_444},
		{"legal with White to move", c.WhiteLegal, 5_437_752},
		{"placements with Black to move", c.BlackLegal, 6_830_292},
	} {
		if x.got != 2*x.want {
			t.Errorf("%s: %d / 2, want %d", x.name, x.got, x.want)
		}
	}
	t.Log(table.longest, c)
}

func TestLongest(t *testing.T) {
	for _, x := range []struct {
		name  string
		moves int
	}{
		{"KK", 0}, {"KNK", 0}, {"KBK", 0}, {"KQK", 10}, {"KRK", 16}, {"KBBK", 19}, {"KPK", 28}, {"KNNK", 1}, {"KBNK", 33},
	} {
		c := solve(t, x.name).Counts()
		longest := 0
		for n, count := range c.White {
			if count > 0 {
				longest = (n + 1) / 2
			}
		}
		if longest != x.moves {
			t.Errorf("%s: longest win %d moves, want %d", x.name, longest, x.moves)
		}
		t.Log(x.name, c)
	}
}
