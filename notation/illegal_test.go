package notation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// TestReasons checks why a move is illegal, from both notations.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		fen, san, uci string
		want          error
	}{
		{"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "e2c3", notation.ErrInCheck}, // pinned
		{"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc4", "e2c4", notation.ErrNoPiece},
		{"4r1k1/8/8/8/8/8/8/4K2R w - - 0 1", "Rh8", "h1h8", notation.ErrInCheck}, // the check stays
		{"4r1k1/8/8/8/8/8/8/4K2R w - - 0 1", "Ke2", "e1e2", notation.ErrInCheck},
		{"4r1k1/8/8/8/8/8/8/4K2R w - - 0 1", "Ke3", "e1e3", notation.ErrNoPiece},
		{"4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1", notation.ErrInCheck}, // out of check
		{"5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "e1h1", notation.ErrInCheck},  // through check
		{"6k1/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "e1g1", notation.ErrNoPiece},   // no right
		{"5rk1/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "e1g1", notation.ErrNoPiece}, // the bishop
		{"6k1/8/8/8/8/8/8/4Kb1R w K - 0 1", "O-O", "e1g1", notation.ErrNoPiece},
		{"6k1/8/8/r3Pp1K/8/8/8/8 w - f6 0 2", "exf6", "e5f6", notation.ErrInCheck},
		{"6k1/8/8/4Pp1K/8/8/8/8 w - f6 0 2", "exf6", "e5f6", nil},
		{"6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e5", "e2e5", notation.ErrNoPiece},
		{"6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "Qe5", "e7e5", notation.ErrNoPiece},
		{"4k3/4r3/8/4P3/8/8/8/4K3 b - - 0 1", "Kd7", "e8d7", nil},
		{"4k3/8/8/1B2n3/8/8/8/4K3 b - - 0 1", "Ng4", "e5g4", notation.ErrInCheck},
		{"k7/8/8/8/8/8/8/R3Q2K b - - 0 1", "Kb8", "a8b8", nil},
	} {
		p := board.MustParseFEN(c.fen)
		_, err := notation.ParseSAN(c.san, &p)
		_, err2 := notation.ParseUCI(c.uci, &p)
		if c.want == nil {
			require.NoError(t, err, c.fen)
			require.NoError(t, err2, c.fen)
			continue
		}
		require.ErrorIs(t, err, notation.ErrIllegal, c.fen)
		require.ErrorIs(t, err, c.want, "%s: %s", c.fen, c.san)
		require.ErrorIs(t, err2, c.want, "%s: %s", c.fen, c.uci)
	}
}

// TestReasonsOfAllMoves compares the reason for every move of every piece with what
// the board says after the move.
func TestReasonsOfAllMoves(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/4r3/8/1b6/8/3NB3/R3K2R w KQ - 0 1",
		"r2k3r/8/8/2b3q1/8/8/8/R3K2R w KQ - 0 1",
	} {
		p := board.MustParseFEN(fen)
		for from := board.A1; from <= board.H8; from++ {
			if p.At(from) == board.Empty || p.At(from).Color() != p.Turn || p.KindAt(from) == board.Pawn {
				continue
			}
			for to := board.A1; to <= board.H8; to++ {
				if to == from {
					continue
				}
				m := board.NewMove(from, to, board.NoKind)
				_, err := notation.ParseUCI(strings.ReplaceAll(m.String(), "-", ""), &p)
				if _, ok := movegen.Resolve(&p, m); ok || p.KindAt(from) == board.King && p.Castling.Any(p.Turn) {
					continue // castling is in TestReasons
				}
				q := p
				reaches := p.Attackers(p.Turn, to, p.Occupied()).Has(from) && !p.Color(p.Turn).Has(to)
				movegen.Make(&q, m)
				q.Turn = p.Turn
				if reaches && movegen.InCheck(&q) {
					require.ErrorIs(t, err, notation.ErrInCheck, "%s: %v", fen, m)
				} else {
					require.ErrorIs(t, err, notation.ErrNoPiece, "%s: %v", fen, m)
				}
			}
		}
	}
}
