package board_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

func TestChess960(t *testing.T) {
	for fen, want := range map[string]bool{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
		"4k3/8/8/8/8/8/8/4KR2 w - - 0 1":                           false, // no right
		"4k3/8/8/8/8/8/8/4KR2 w F - 0 1":                           true,  // no rook in a corner
		"r3k3/8/8/8/8/8/8/5K1R w Hq - 0 1":                         true,  // White's king is elsewhere
		"1r2k3/8/8/8/8/8/8/4K2R w Kb - 0 1":                        true,  // Black's rook is
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		if got := p.Chess960(); got != want {
			t.Errorf("Chess960 of %s = %v, want %v", fen, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want board.Flaw
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0},
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 0}, // Chess960
		{"8/8/8/8/8/8/8/K7 w - - 0 1", board.NoKing},
		{"8/8/8/8/8/8/8/8 w - - 0 1", board.NoKing},
		{"k6k/8/8/8/8/8/8/K7 w - - 0 1", board.SeveralKings},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", board.TooManyPawns},
		{"4k3/8/8/8/8/NN6/PPPPPPPP/RNBQKBNR w - - 0 1", board.TooManyPieces | board.TooManyPromoted},
		{"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", board.TooManyPromoted},
		{"4k3/8/8/8/8/8/1PPPPPPP/QQ2K3 w - - 0 1", 0},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", board.PawnOnEdge},
		{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", board.PawnOnEdge},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", board.OpponentInCheck},
		{"4k3/8/8/8/8/8/8/4RK2 b - - 0 1", 0},
		{"4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", board.TooManyCheckers},
		{"4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1", 0},
		{"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", board.IdleCastling},
		{"4k3/8/8/8/8/4K3/8/7R w K - 0 1", board.IdleCastling},
		{"4k3/8/8/8/8/8/8/4K2N w K - 0 1", board.IdleCastling},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0},
		{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", board.IdleEnPassant},   // it is White's own
		{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", board.IdleEnPassant},     // no pawn
		{"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", board.IdleEnPassant}, // not empty
		{"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", board.IdleEnPassant}, // could not have jumped
		{"4k3/8/8/8/4P3/8/8/3K4 b - e3 0 1", 0},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		err = p.Validate()
		if c.want == 0 {
			require.NoError(t, err, c.fen)
			continue
		}
		var invalid *board.InvalidError
		require.True(t, errors.As(err, &invalid), c.fen)
		require.Equal(t, c.want, invalid.Flaws, "%s: %v", c.fen, err)
		require.Contains(t, err.Error(), invalid.Flaws.String())
		require.NotEmpty(t, invalid.Flaws.String())
	}
	p := board.Start()
	p.Turn = 7
	require.ErrorContains(t, p.Validate(), "neither white nor black")

	// No FEN can hold this: a square beyond the board, and no file.
	p, err := board.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	require.NoError(t, err)
	p.EnPassant += 64
	require.ErrorContains(t, p.Validate(), "en passant")
	p.EnPassant = 0
	require.NoError(t, p.Validate())
	p.Castling |= 15
	require.ErrorContains(t, p.Validate(), "right to castle")
}

// TestUsableRights names rights that are idle, and what is left without them.
func TestUsableRights(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"},
		{"r3k2n/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQq"},
		{"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "kq"},  // the king is not at home
		{"r3k2r/8/8/8/8/K7/8/R3K2R w KQkq - 0 1", "kq"}, // nor the only one
		{"4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1", "KQ"},    // Chess960
		{"4k3/8/8/8/8/8/8/RR1K4 w KQ - 0 1", "Q"},       // a rook on the other side
		{"r3k2r/8/8/8/8/8/8/r3K2r w KQkq - 0 1", "kq"},  // rooks of the other player
		{"4k2r/7R/8/8/8/8/8/4K3 w K - 0 1", "-"},        // a rook on another rank
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		p.Castling = p.UsableRights()
		require.Equal(t, c.want, strings.Fields(p.String())[2], c.fen)
	}
}

// TestJumped names squares that a pawn can just have jumped over.
func TestJumped(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want []board.Square
	}{
		{"4k3/8/8/8/P3P2P/8/4N3/4K3 b - - 0 1", []board.Square{board.A3, board.H3}},
		{"4k3/8/8/8/P3P2P/4N3/8/4K3 b - - 0 1", []board.Square{board.A3, board.H3}},
		{"4k3/8/8/8/P3P2P/8/8/4K3 w - - 0 1", nil}, // White's own
		{"4k3/8/8/p6p/3P4/8/8/4K3 w - - 0 1", []board.Square{board.A6, board.H6}},
		{"4k3/p7/8/p6p/8/p7/8/4K3 w - - 0 1", []board.Square{board.H6}},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		var got []board.Square
		for set := p.Jumped(); set != 0; set = set.WithoutFirst() {
			got = append(got, set.First())
		}
		require.Equal(t, c.want, got, c.fen)
	}
}

func TestMarshalText(t *testing.T) {
	type all struct {
		S board.Square
		C board.Color
		P board.Piece
		M board.Move
		K map[board.Square]board.Piece
	}
	in := all{board.C6, board.Black, board.BlackKnight, board.NewMove(board.E7, board.E8, board.Queen), map[board.Square]board.Piece{board.A1: board.Empty, board.H8: board.WhiteKing}}
	text, err := json.Marshal(in)
	require.NoError(t, err)
	require.Equal(t, `{"S":"c6","C":"black","P":"n","M":"e7-e8q","K":{"a1":".","h8":"K"}}`, string(text))
	var out all
	require.NoError(t, json.Unmarshal(text, &out))
	require.Equal(t, in, out)

	for _, bad := range []any{board.Square(64), board.Color(2), board.Piece(13)} {
		_, err := json.Marshal(bad)
		require.Error(t, err)
	}
	var s board.Square
	var c board.Color
	var p board.Piece
	var m board.Move
	for _, bad := range []string{"", "e", "e9", "e44"} {
		require.Error(t, s.UnmarshalText([]byte(bad)), bad)
	}
	for _, bad := range []string{"", "x", "PP", "7"} {
		require.Error(t, p.UnmarshalText([]byte(bad)), bad)
	}
	require.NoError(t, c.UnmarshalText([]byte("w")))
	require.Error(t, c.UnmarshalText([]byte("White ")))
	for _, bad := range []string{"", "e4", "e2e4", "e2xe4", "e2-e9", "a1-a1", "e7-e8k", "e7-e8p", "e7-e8qq", "O-O", "i2-e4"} {
		require.Error(t, m.UnmarshalText([]byte(bad)), bad)
	}
}

func TestMoveText(t *testing.T) {
	for from := board.A1; from <= board.H8; from++ {
		for _, to := range []board.Square{board.A8, board.H1, board.E4} {
			for _, k := range []board.Kind{board.NoKind, board.Knight, board.Bishop, board.Rook, board.Queen} {
				if from == to {
					continue
				}
				m := board.NewMove(from, to, k)
				var got board.Move
				require.NoError(t, got.UnmarshalText([]byte(m.String())))
				require.Equal(t, m, got)
			}
		}
	}
	m := board.NewMove(board.A7, board.A8, board.NoKind)
	require.NoError(t, m.UnmarshalText([]byte("0000")))
	require.Equal(t, board.NullMove, m)
	require.NoError(t, m.UnmarshalText([]byte("a7-a8N")))
	require.Equal(t, board.NewMove(board.A7, board.A8, board.Knight), m)
}
