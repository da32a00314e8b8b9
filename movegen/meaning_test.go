package movegen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

func TestResolve(t *testing.T) {
	const none = "none"
	for _, c := range []struct{ what, fen, move, want string }{
		{"stored form", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-h1", "e1-h1"},
		{"the king's way", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-g1", "e1-h1"},
		{"the king's way, long", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-c1", "e1-a1"},
		{"Black", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8-g8", "e8-h8"},
		{"without the right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1-g1", none},
		{"through an attack", "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1-g1", none},
		{"over a piece", "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1-g1", none},
		{"no king", "4k3/8/8/8/8/8/8/K3R2R w - - 0 1", "e1-g1", "e1-g1"},
		{"a promotion is none", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-g1q", none},
		// Chess960: the king beside its rook goes to g1 plainly where it may.
		{"king on f1, rook on h1", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1-g1", "f1-g1"},
		{"king on f1, rook on g1", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1-g1", "f1-g1"}, // takes its rook
		{"king on b1, rook on a1, long", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1-c1", "b1-c1"},
		{"king on b1, rook on h1", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1-g1", "b1-h1"},
		{"king on d1, rook on a1", "4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1-b1", none},
		{"king on g1, rook on h1", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1-h1", "g1-h1"},
		{"king on g1, rook on a1", "4k3/8/8/8/8/8/8/R5K1 w A - 0 1", "g1-c1", "g1-a1"},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		var m board.Move
		require.NoError(t, m.UnmarshalText([]byte(c.move)))
		got, ok := movegen.Resolve(&p, m)
		text := got.String()
		if !ok {
			require.Equal(t, board.NullMove, got)
			text = none
		}
		require.Equal(t, c.want, text, c.what)
	}
	p, err := board.ParseFEN("4k3/8/8/8/8/8/8/6KR w H - 0 1")
	require.NoError(t, err)
	m, ok := movegen.Resolve(&p, board.NewMove(board.G1, board.G1, board.NoKind))
	require.True(t, ok, "a king that is on its target castles by staying")
	require.Equal(t, board.NewMove(board.G1, board.H1, board.NoKind), m)
	_, ok = movegen.Resolve(&p, board.NewMove(board.H1, board.H1, board.NoKind))
	require.False(t, ok)
	_, ok = movegen.Resolve(&p, board.NullMove)
	require.False(t, ok)
}

func TestPredicates(t *testing.T) {
	for _, c := range []struct {
		fen, move                           string
		capture, castling, enPassant, check bool
	}{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-h1", false, true, false, false},
		{"5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-h1", false, true, false, true},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1-h8", false, false, false, true},
		{"4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1-h8", true, false, false, true},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5-d6", true, false, true, false},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5-e6", false, false, false, false},
		{"4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5-d6", true, false, false, false},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		var m board.Move
		require.NoError(t, m.UnmarshalText([]byte(c.move)))
		require.True(t, movegen.IsLegal(&p, m))
		require.Equal(t, c.capture, movegen.IsCapture(&p, m), "capture: %s %s", c.fen, c.move)
		require.Equal(t, c.castling, movegen.IsCastling(&p, m), "castling: %s %s", c.fen, c.move)
		require.Equal(t, c.enPassant, movegen.IsEnPassant(&p, m), "en passant: %s %s", c.fen, c.move)
		require.Equal(t, c.check, movegen.GivesCheck(&p, m), "check: %s %s", c.fen, c.move)
		require.False(t, movegen.IsCapture(&p, board.NullMove))
	}
}
