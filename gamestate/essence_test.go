package gamestate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

func TestEssence(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 151 300", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		// The capture would open the rank to the rook.
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 7", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		e := gamestate.Essence(&p)
		if got := string(e.AppendFEN(nil)); got != c.want {
			t.Errorf("Essence(%s) = %s, want %s", c.fen, got, c.want)
		}
	}
	p := board.Start()
	p.Put(board.H1, board.Empty)
	if got, want := gamestate.Essence(&p).Castling, board.NewRights(-1, 0, 7, 0); got != want {
		t.Errorf("a right without its rook: %x, want %x", got, want)
	}
}
