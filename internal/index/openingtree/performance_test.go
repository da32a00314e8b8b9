package openingtree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/index/openingtree"
)

func TestPerformance(t *testing.T) {
	for _, c := range []struct {
		won, drawn, lost int64
		opponents, want  int
	}{
		{0, 0, 0, 2400, 0},
		{1, 0, 0, 0, 0},
		{1, 0, 0, 2400, 3200},
		{0, 0, 1, 2400, 1600},
		{0, 1, 0, 2400, 2400},
		{1, 1, 0, 2400, 2593}, // 75 %
		{0, 1, 1, 2400, 2207},
		{2, 0, 1, 2400, 2525}, // 66.7 %: 67
		{1, 0, 2, 2400, 2275},
		{5, 3, 2, 2500, 2610}, // 65 %
	} {
		require.Equal(t, c.want, openingtree.Performance(c.won, c.drawn, c.lost, c.opponents), "%+v", c)
	}
}
