package openingtree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

const (
	e4 = board.Move(1)
	d4 = board.Move(2)
)

var games = []openingtree.Game{
	{Number: 0, Result: tagvalue.WhiteWins, WhiteElo: 2500, BlackElo: 2401, Year: 2013},
	{Number: 1, Result: tagvalue.Draw, BlackElo: 2600, Year: 2020},
	{Number: 2, Result: tagvalue.BlackWins, WhiteElo: 2400, BlackElo: 2500},
	{Number: 3, Result: tagvalue.Unfinished},
	{Number: 4, Result: tagvalue.OtherResult, WhiteElo: 2400, BlackElo: 2500, Year: 1990},
}

func node(from, to int) *openingtree.Node {
	n := &openingtree.Node{}
	for _, g := range games[from:to] {
		switch g.Number {
		case 0:
			n.AddGame(&g, d4)
		case 3:
			n.AddGame(&g)
		default:
			n.AddGame(&g, e4, d4, e4)
		}
	}
	n.Sort()
	return n
}

func TestNode(t *testing.T) {
	n := node(0, len(games))
	require.Equal(t, int64(5), n.Games())
	require.Equal(t, []int64{1, 1, 1, 2}, []int64{n.White, n.Draws, n.Black, n.Open})
	require.Equal(t, openingtree.Mean{Sum: 7300, N: 3}, n.WhiteElo)
	require.Equal(t, 2433, n.WhiteElo.Rounded())
	require.Equal(t, 2020, n.LastYear)
	require.Equal(t, []openingtree.Sample{{Game: 0, Rating: 2450}, {Game: 2, Rating: 2450}}, n.Samples)
	require.Len(t, n.Moves, 2)
	require.Equal(t, d4, n.Moves[0].Move)
	require.Equal(t, int64(4), n.Moves[0].Games())
	require.Equal(t, int64(3), n.Moves[1].Games(), "a move played twice in a game counts once")
}

// TestMerge checks that parts, in any order, add up to the whole.
func TestMerge(t *testing.T) {
	want := node(0, len(games))
	for cut := range len(games) + 1 {
		a, b := node(0, cut), node(cut, len(games))
		a.Merge(b)
		require.Equal(t, want, a, cut)
		a, b = node(0, cut), node(cut, len(games))
		b.Merge(a)
		require.Equal(t, want, b, cut)
	}
}

func TestMean(t *testing.T) {
	require.Equal(t, 0, openingtree.Mean{}.Rounded())
	require.Equal(t, 3, openingtree.Mean{Sum: 5, N: 2}.Rounded())
	require.Equal(t, 2, openingtree.Mean{Sum: 7, N: 3}.Rounded())
}
