package learned

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/pgn"
)

// TestCosts checks that the bits of the moves of real games are what the games take,
// length and rounding apart, and more where less is known.
func TestCosts(t *testing.T) {
	games := 0
	var sum, blind, size float64
	for g, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, corpus.Sample)), nil).Games() {
		require.NoError(t, err)
		if games == 20 {
			break
		}
		game, ok := g.MainLine()
		if !ok || len(game.Moves) < 20 {
			continue
		}
		games++
		known := &Known{WhiteElo: 1500, BlackElo: 1500}
		costs, err := V1.Costs(&game, known)
		require.NoError(t, err)
		require.Len(t, costs, len(game.Moves))
		for _, c := range costs {
			if c < 0 || c > 32 {
				t.Errorf("a move takes %v bits", c)
			}
			sum += c
		}
		stored, err := V1.AppendKnown(nil, &game, known)
		require.NoError(t, err)
		size += float64(len(stored))
		costs, err = V1.Costs(&game, &Known{})
		require.NoError(t, err)
		for _, c := range costs {
			blind += c
		}
	}
	// A game has a head, a size, and at most two bytes for its length and its end.
	if most := 8 * size; sum > most || sum < most-8*5*float64(games) {
		t.Errorf("%d games take %.0f bits by their moves, %.0f as they are stored", games, sum, most)
	}
	if blind == sum {
		t.Errorf("what is known makes no difference: %v bits", blind)
	}
	_, err := V1.Costs(&gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(board.E2, board.E5, board.NoKind)}}, &Known{})
	var illegal *movelist.IllegalError
	require.ErrorAs(t, err, &illegal)
	for plies, want := range map[int]error{movelist.MaxPlies: nil, movelist.MaxPlies + 1: movelist.ErrTooLong} {
		_, err := V1.Costs(&gamestate.Game{Start: board.Start(), Moves: make([]board.Move, plies)}, &Known{})
		require.ErrorIs(t, err, want)
	}
	costs, err := V1.Costs(&gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NullMove}}, &Known{})
	require.NoError(t, err)
	require.Equal(t, []float64{0}, costs)
}
