package codec_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
)

// The nine positions that the description of the format publishes.
func TestPolyglotPublished(t *testing.T) {
	for _, c := range []struct {
		fen  string
		hash uint64
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
		{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
		{"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
		{"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
		{"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("%016x", c.hash), fmt.Sprintf("%016x", codec.Polyglot(&p)), c.fen)
	}
}

// A pawn beside the one that jumped counts though it is pinned; a pawn on the
// other edge of the board is not beside it.
func TestPolyglotEnPassant(t *testing.T) {
	hash := func(fen string) uint64 {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		return codec.Polyglot(&p)
	}
	require.NotEqual(t, hash("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"), hash("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"))
	require.Equal(t, hash("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1"), hash("4k3/8/8/p6P/8/8/8/4K3 w - - 0 1"))
	require.Equal(t, hash("4k3/8/8/8/7P/p7/8/4K3 b - h3 0 1"), hash("4k3/8/8/8/7P/p7/8/4K3 b - - 7 9"))
}
