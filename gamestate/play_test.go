package gamestate_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/notation"
)

func Example() {
	game := gamestate.NewState(board.Start())
	for _, move := range []string{"f3", "e5", "g4", "Qh4#"} {
		if err := game.PlaySAN(move); err != nil {
			fmt.Println(err)
			return
		}
	}
	outcome, reason := game.Outcome()
	fmt.Printf("%v by %v after %d half-moves\n", outcome, reason, game.Ply())
	// Output: 0-1 by checkmate after 4 half-moves
}

func TestPlayTexts(t *testing.T) {
	san, uci, moves := gamestate.NewState(board.Start()), gamestate.NewState(board.Start()), gamestate.NewState(board.Start())
	for i, c := range []struct{ san, uci string }{
		{"e4", "e2e4"}, {"e5", "e7e5"}, {"Nf3", "g1f3"}, {"Nc6", "b8c6"}, {"Bc4", "f1c4"}, {"Bc5", "f8c5"},
		{"O-O", "e1g1"}, {"Nf6", "g8f6"}, {"d3", "d2d3"}, {"O-O", "e8h8"}, {"--", "0000"},
	} {
		require.NoError(t, san.PlaySAN(c.san), c.san)
		require.NoError(t, uci.PlayUCI(c.uci), c.uci)
		p := moves.Position()
		m, err := notation.ParseUCI(c.uci, &p)
		require.NoError(t, err)
		require.NoError(t, moves.Play(m), c.uci)
		require.Equal(t, i+1, san.Ply())
		require.Equal(t, san.Game(), uci.Game())
		require.Equal(t, san.Game(), moves.Game())
	}
	require.Equal(t, board.NewMove(board.E1, board.H1, board.NoKind), moves.Game().Moves[6], "castling is stored as the king taking its rook")
}

func TestPlayErrors(t *testing.T) {
	s := gamestate.NewState(board.Start())
	require.NoError(t, s.PlaySAN("e4"))
	before := s.Position()
	for _, c := range []struct {
		err  error
		want error
	}{
		{s.PlaySAN("e4"), notation.ErrIllegal},
		{s.PlaySAN("castles"), notation.ErrSyntax},
		{s.PlayUCI("e2e4"), notation.ErrIllegal},
		{s.PlayUCI("e9"), notation.ErrSyntax},
		{s.Play(board.NewMove(board.E8, board.G8, board.NoKind)), gamestate.ErrIllegalMove},
	} {
		require.ErrorIs(t, c.err, gamestate.ErrIllegalMove)
		require.ErrorIs(t, c.err, c.want)
		var at *gamestate.MoveError
		require.True(t, errors.As(c.err, &at))
		require.Equal(t, 1, at.Ply)
		require.Equal(t, before, at.Position)
		require.Contains(t, c.err.Error(), "at ply 1 of "+before.String())
	}
	require.Equal(t, before, s.Position())
	require.Equal(t, 1, s.Ply())
}

func TestClone(t *testing.T) {
	s := gamestate.NewState(board.Start())
	for range 2 {
		for _, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			require.NoError(t, s.PlaySAN(m))
		}
	}
	c := s.Clone()
	require.Equal(t, gamestate.ThreefoldRepetition, c.Status())
	require.True(t, c.Undo())
	require.NoError(t, c.PlaySAN("e5"))
	require.Equal(t, gamestate.ThreefoldRepetition, s.Status(), "the original is as it was")
	require.Equal(t, 8, s.Ply())
	require.NotContains(t, s.LegalMoves(), board.NullMove)
	require.NotEqual(t, s.Position(), c.Position())
	require.Len(t, c.Game().Moves, 8)
}
