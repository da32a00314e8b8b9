package train

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// TestAppendGame checks that games have their tags and moves that can be played, and that
// equal arguments give equal games.
func TestAppendGame(t *testing.T) {
	seen := map[string]bool{}
	for n := range 4 {
		text := AppendGame([]byte("before\n\n"), learned.V1, 7, 1500, n)
		require.Equal(t, string(text), string(AppendGame([]byte("before\n\n"), learned.V1, 7, 1500, n)))
		g := pgn.ParseGame(string(text[len("before\n\n"):]))
		require.NoError(t, g.Err())
		line, ok := g.MainLine()
		require.True(t, ok)
		require.NotEmpty(t, line.Moves)
		s, err := line.Replay()
		require.NoError(t, err)
		result, _ := g.Tag("Result")
		want := fmt.Sprintf("[{Event Sampled game} {Site ?} {Date ????.??.??} {Round %d} {White Model 1500} {Black Model 1500} {Result %s} {BlackElo 1500} {WhiteElo 1500}]", n+1, result)
		require.Equal(t, want, fmt.Sprint(g.Tags))
		require.Contains(t, []string{"1-0", "0-1", "1/2-1/2"}, result)
		require.Equal(t, result, g.Result)
		if s.Status().Over() && !s.Checkmate() {
			require.Equal(t, "1/2-1/2", result)
		}
		seen[fmt.Sprint(line.Moves)] = true
	}
	require.Len(t, seen, 4)
	first := AppendGame(nil, learned.V1, 7, 1500, 0)
	require.NotEqual(t, first, AppendGame(nil, learned.V1, 8, 1500, 0), "another seed")
	require.NotEqual(t, first, AppendGame(nil, learned.V1, 7, 2500, 0), "another rating")
}

// TestDrawnResult checks how often results are drawn.
func TestDrawnResult(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	counts := map[gamestate.Result]int{}
	for range 10_000 {
		counts[drawnResult(rng)]++
	}
	require.InDelta(t, 4900, counts[gamestate.WhiteWins], 200)
	require.InDelta(t, 4600, counts[gamestate.BlackWins], 200)
	require.InDelta(t, 500, counts[gamestate.Draw], 100)
}

// TestResultOf checks that a last position that ends the game decides the result.
func TestResultOf(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct {
		fen   string
		moves []string
		drawn gamestate.Result
		want  string
	}{
		{start, []string{"e4"}, gamestate.BlackWins, "0-1"},
		{start, []string{"f3", "e5", "g4", "Qh4#"}, gamestate.WhiteWins, "0-1"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", []string{"Ra8#"}, gamestate.Draw, "1-0"},
		{"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", []string{"Qf7"}, gamestate.WhiteWins, "1/2-1/2"},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		s := gamestate.NewState(p)
		for _, san := range c.moves {
			require.NoError(t, s.PlaySAN(san))
		}
		g := s.Game()
		require.Equal(t, c.want, resultOf(&g, c.drawn).String(), "%v", c.moves)
	}
	illegal := gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(0, 63, board.NoKind)}}
	require.Equal(t, gamestate.Draw, resultOf(&illegal, gamestate.Draw))
}
