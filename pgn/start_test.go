package pgn_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// TestVariants: games with the moves of chess are read, whatever ends them; other
// variants are reported.
func TestVariants(t *testing.T) {
	const moves = "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+ 1-0\n"
	for _, variant := range []string{
		"Standard", "standard chess", "From Position", "normal", "?", "", "Three-check", "three check", "ThreeCheck", "3check", "3-check", "5check",
		"King of the Hill", "kingofthehill", "KOTH", "Chess960", "chess 960", "fischerandom", "Fischer_Random",
	} {
		g := pgn.ParseGame("[Variant \"" + variant + "\"]\n\n" + moves)
		require.NoError(t, g.Err(), variant)
		game, ok := g.MainLine()
		require.True(t, ok, variant)
		require.Len(t, game.Moves, 9, variant)
		var l pgn.Line
		require.True(t, l.Each([]byte(g.Text), func(*board.Position, board.Move) bool { return true }), variant)
	}
	for _, variant := range []string{"Atomic", "Antichess", "Crazyhouse", "Horde", "Racing Kings", "Shatranj", "threechess"} {
		g := pgn.ParseGame("[Variant \"" + variant + "\"]\n\n" + moves)
		require.ErrorIs(t, g.Err(), pgn.ErrVariant, variant)
		_, ok := g.MainLine()
		require.False(t, ok, variant)
	}
}

// TestStart: a right to castle that is left over from a rook or king that has moved is
// none, where nothing says that the game is one of Chess960.
func TestStart(t *testing.T) {
	for _, c := range []struct{ name, variant, fen, want string }{
		{"a rook away", "", "r1bqr1k1/1p1nb2p/p1p1ppp1/2Pp3n/3P4/P1N1PN1P/1P2BPPB/2RQK2R w KQ - 0 1", "r1bqr1k1/1p1nb2p/p1p1ppp1/2Pp3n/3P4/P1N1PN1P/1P2BPPB/2RQK2R w K - 0 1"},
		{"that is Chess960", "Chess960", "4k3/8/8/8/8/8/8/2RQK2R w KQ - 0 1", "4k3/8/8/8/8/8/8/2RQK2R w KQ - 0 1"},
		{"rooks away", "From Position", "1r2k1r1/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 3 9"},
		{"a king away", "", "r3k2r/8/8/8/8/8/8/R4K1R b KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R4K1R b kq - 0 1"},
		{"kings castled", "Standard", "r4rk1/8/8/8/8/8/8/R4RK1 b KQkq - 0 1", "r4rk1/8/8/8/8/8/8/R4RK1 b - - 0 1"},
		{"no kings at home", "", "8/4k3/8/8/8/8/4K3/R6r b KQkq - 0 1", "8/4k3/8/8/8/8/4K3/R6r b - - 0 1"},
		{"nothing away", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"a start of Chess960", "", "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1", "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"},
		{"files of Chess960", "", "b1rb1kqr/pppppppp/n7/1n6/8/3N4/P1PPPPPP/BNRB1KQR w HChc - 0 4", "b1rb1kqr/pppppppp/n7/1n6/8/3N4/P1PPPPPP/BNRB1KQR w KQkq - 0 4"},
		{"a start of double Chess960", "", "rkrbbqnn/pppppppp/8/8/4P3/8/PPPP1PPP/BQNBRKRN b KQkq - 0 1", "rkrbbqnn/pppppppp/8/8/4P3/8/PPPP1PPP/BQNBRKRN b KQkq - 0 1"},
		{"later in Chess960", "", "nbbq1rkr/pp2pppp/3p1n2/2p5/4P3/2P2N2/PP1P1PPP/NBBQ1RKR w KQk - 0 4", "nbbq1rkr/pp2pppp/3p1n2/2p5/4P3/2P2N2/PP1P1PPP/NBBQ1RKR w KQk - 0 4"},
		{"checks of three-check", "Three-check", "4k3/8/8/8/8/8/8/4K2R w K - 3+2 0 9", "4k3/8/8/8/8/8/8/4K2R w K - 0 9"},
		{"checks at the end", "3check", "4k3/8/8/8/8/8/8/4K2R w K - 0 9 +0+1", "4k3/8/8/8/8/8/8/4K2R w K - 0 9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "[FEN \"" + c.fen + "\"]\n*\n"
			if c.variant != "" {
				text = "[Variant \"" + c.variant + "\"]\n" + text
			}
			g := pgn.ParseGame(text)
			require.NoError(t, g.Err())
			require.Equal(t, c.want, g.Start.String())
			var l pgn.Line
			l.Each([]byte(text), func(p *board.Position, _ board.Move) bool {
				require.Equal(t, g.Start, *p)
				return true
			})
		})
	}
	g := pgn.ParseGame("[FEN \"2r1k3/8/8/8/8/8/8/2R1K2R w KQk - 0 1\"]\n1. O-O *")
	require.NoError(t, g.Err())
	require.False(t, g.Start.Chess960())
	g = pgn.ParseGame("[FEN \"4k3/8/8/8/8/8/8/2R1K2R w KQ - 0 1\"]\n1. O-O-O *")
	require.ErrorIs(t, g.Err(), notation.ErrIllegal)
}
