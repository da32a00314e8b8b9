package query_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// after returns the position after moves, as the rule of repetition compares it.
func after(t testing.TB, moves ...string) board.Position {
	t.Helper()
	p := board.Start()
	for _, san := range moves {
		m, err := notation.ParseSAN(san, &p)
		require.NoError(t, err)
		movegen.Make(&p, m)
	}
	return gamestate.Essence(&p)
}

// node is the node of p with the number of games of each move.
func node(t testing.TB, p board.Position, moves []string, games ...int) (n openingtree.Node) {
	t.Helper()
	for i, san := range moves {
		m, err := notation.ParseSAN(san, &p)
		require.NoError(t, err)
		for k := range games[i] {
			n.AddGame(&openingtree.Game{Number: int64(k), WhiteElo: 100 * k}, m)
		}
	}
	n.Sort()
	return n
}

// TestLevels checks that the most played moves are followed, and each position once:
// after the most played of the moves that lead to it.
func TestLevels(t *testing.T) {
	l := query.NewLevels(after(t), 5, 2)
	require.Empty(t, l.Positions)
	for i, level := range []struct {
		want  []query.Step
		nodes []openingtree.Node
	}{
		{
			[]query.Step{{From: -1, Move: -1, To: after(t)}},
			[]openingtree.Node{node(t, after(t), []string{"c4", "Nf3", "d4"}, 1, 9, 8)},
		},
		{
			[]query.Step{{From: 0, Move: 0, To: after(t, "Nf3")}, {From: 0, Move: 1, To: after(t, "d4")}},
			[]openingtree.Node{node(t, after(t, "Nf3"), []string{"Nf6"}, 3), node(t, after(t, "d4"), []string{"Nf6", "d5"}, 7, 7)},
		},
		{
			[]query.Step{{From: 1, Move: 0, To: after(t, "d4", "d5")}, {From: 1, Move: 1, To: after(t, "d4", "Nf6")}, {From: 0, Move: 0, To: after(t, "Nf3", "Nf6")}},
			[]openingtree.Node{{}, node(t, after(t, "d4", "Nf6"), []string{"Nf3"}, 2), node(t, after(t, "Nf3", "Nf6"), []string{"d4", "Ng1"}, 3, 1)},
		},
		{
			[]query.Step{{From: 2, Move: 0, To: after(t, "d4", "Nf6", "Nf3")}, {From: 2, Move: 1, To: after(t, "Nf3", "Nf6", "Ng1")}},
			[]openingtree.Node{{}, node(t, after(t, "Nf3", "Nf6", "Ng1"), []string{"Ng8"}, 1)},
		},
		{nil, nil}, // back at the start
		{nil, nil},
	} {
		require.Equal(t, level.want, l.Next(), "level %d", i)
		require.Len(t, l.Positions, len(level.want))
		for k, s := range level.want {
			require.Equal(t, s.To, l.Positions[k])
		}
		l.Add(&query.Explored{Nodes: level.nodes}, 0)
	}
}

// TestLevelsAdd checks that files add up, and that samples have their file.
func TestLevelsAdd(t *testing.T) {
	l := query.NewLevels(after(t), 1, 1)
	require.Len(t, l.Next(), 1)
	for file := range 2 {
		l.Add(&query.Explored{
			Nodes:  []openingtree.Node{node(t, after(t), []string{"e4", "d4"}, 2+file, 1)},
			Stored: 1, Indexed: 2, Decoded: 3 + int64(file),
		}, file+5)
	}
	n := &l.Found.Nodes[0]
	require.EqualValues(t, 7, n.Games())
	require.EqualValues(t, 5, n.Moves[0].Games())
	require.Equal(t, []openingtree.Sample{{File: 6, Game: 2, Rating: 100}, {File: 5, Game: 1, Rating: 50}}, n.Samples)
	require.Equal(t, n.Samples, n.Moves[0].Samples)
	require.Equal(t, [3]int64{2, 4, 7}, [3]int64{l.Found.Stored, l.Found.Indexed, l.Found.Decoded})
	require.Empty(t, l.Next(), "a depth of 1 is the position alone")
	require.Empty(t, l.Found.Nodes)
	require.Empty(t, l.Next())
}

// TestLevelsMany checks that if there are many positions, those after the most played
// moves are chosen.
func TestLevelsMany(t *testing.T) {
	l := query.NewLevels(after(t), 4, 100)
	favourite := 0 // moves of the position that most games reached
	for level, want := range []int{1, 20, 400, 1000} {
		steps := l.Next()
		require.Len(t, steps, want, "level %d", level)
		if level == 3 {
			for _, s := range steps[:favourite] {
				require.Equal(t, 399, s.From)
			}
			require.Equal(t, 0, steps[favourite].From)
		}
		found := query.Explored{Nodes: make([]openingtree.Node, want)}
		for i, p := range l.Positions {
			for _, m := range movegen.AppendLegal(nil, &p) {
				found.Nodes[i].AddGame(&openingtree.Game{}, m)
				if i == 399 {
					favourite++
					found.Nodes[i].AddGame(&openingtree.Game{}, m)
				}
			}
		}
		l.Add(&found, 0)
	}
	require.Empty(t, l.Next())
}
