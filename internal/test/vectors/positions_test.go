package vectors_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

const positionsHeading = `Positions, docs/spec/moves.md, 2 to 5: their legal moves in order, and what each move makes
of rights, en passant square and counters.
fen   the position
is    its rights, en passant square, half-move clock, move number
      rights are four digits, for White's king side, queen side, Black's: 1 + the file of
      the rook, 0 for no right
move  a legal move as two squares and the kind promoted to, castling as the king taking
      its rook | the position after it, as in "is" | the board after it, as in a FEN, where
      it is castling, en passant or a promotion
null  the position after the null move`

// oddPositions are unreachable positions, and test cases of rules.
var oddPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	// En passant: legal, pinned along the rank, pinned on a diagonal, giving check, out of check.
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	"8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
	"8/8/8/1k1pP2Q/8/8/8/K7 w - d6 0 1",
	"4k3/8/8/2K5/3Pp3/8/8/b7 b - d3 0 1",
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
	// En passant squares that cannot be used: no pawn, occupied, on the wrong rank.
	"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1",
	"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1",
	"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
	"4k3/8/8/3pP3/8/3P4/8/4K3 b - d6 3 9",
	// Castling: through check, out of check, past pieces, without rook, with an idle
	// right.
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 98 65535",
	"4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
	"4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1",
	"4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1",
	"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
	"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
	"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
	"4k3/8/8/8/8/8/8/R3K1KR w KQ - 0 1",
	// A move captures the rook of a right; a rook leaves; a king leaves.
	"r3k2r/1N4N1/8/8/8/8/1n4n1/R3K2R w KQkq - 5 20",
	"r3k2r/1N4N1/8/8/8/8/1n4n1/R3K2R b KQkq - 5 20",
	"r3k3/6P1/8/8/8/8/8/4K3 w q - 0 1",
	"rn2k2r/2P3P1/8/8/8/8/8/4K3 w kq - 0 1",
	// Chess960: the king beside, on and beyond his target; the rook's path crosses his.
	"1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1",
	"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
	"5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
	"rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1",
	"6kr/8/8/8/8/8/8/6KR b Hh - 2 2",
	"2rk4/8/8/8/8/8/8/2RK4 w Cc - 0 1",
	"4k3/8/8/8/8/8/8/r1R1K3 w C - 0 1",
	"4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
	"4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1",
	"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1",
	// Promotions, with captures and out of check.
	"3n1n2/4P3/8/8/8/8/8/k1K5 w - - 0 1",
	"8/8/8/8/8/8/3p4/k1K1N3 b - - 0 60",
	"q3k3/1P6/8/8/8/8/8/4K3 w - - 9 40",
	// Checks: double, from a knight, blocked, a capture of the checker.
	"4k3/8/8/8/4r3/8/3n4/4K2R w K - 0 1",
	"4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1",
	"4k3/3ppp2/8/8/8/8/8/4R1K1 b - - 0 1",
	"R3k3/8/8/8/8/8/8/4K3 b - - 0 1",
	"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
	"7k/8/6Q1/8/8/8/8/K7 b - - 0 1",
	"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
	// Pins.
	"4k3/4r3/8/8/4B3/8/8/4K3 w - - 0 1",
	"4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1",
	"3rk3/8/8/8/3R4/8/8/3K4 w - - 0 1",
	// Boards of no game: no king, several kings, pawns on the first and the last rank,
	// many pieces.
	"8/8/8/8/8/8/8/8 w - - 0 1",
	"8/8/8/3q4/8/8/3P4/8 w - - 0 1",
	"k1k5/8/8/3Q4/8/8/8/K1K5 b - - 0 1",
	"k7/8/8/8/8/8/8/R3K2K w Q - 0 1",
	"4k3/8/8/8/8/8/8/P3K2p w - - 0 1",
	"P3k2p/8/8/8/8/8/8/P3K2p w - - 0 1",
	"p3k2P/8/8/8/8/8/8/p3K2P b - - 0 1",
	"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/K1k5 w - - 0 1",
	"4k3/8/8/8/8/8/3K4/K7 w - - 65535 65535",
	"r3k2r/8/8/8/8/8/8/R3KK1R w KQkq - 0 1",
	"r2k3r/8/8/8/8/8/8/R3K2R b kqKQ - 0 1",
	"4k3/8/8/8/8/8/8/R6R w KQ - 0 1",
}

// furtherPositions are more of them.
var furtherPositions = []string{
	// A check by a knight, and a double check, in which a1 is no escape.
	"4k3/8/8/8/8/3n4/8/1R2K3 w - - 0 1",
	"4k3/4r3/8/8/8/3n4/8/1R2K3 w - - 0 1",
	// A pawn promotes on a1.
	"4k3/8/8/8/8/8/p7/4K3 b - - 0 1",
	// En passant between a bishop and the king.
	"5K2/8/8/3pP3/1b6/8/8/k7 w - d6 0 1",
	// Two rooks on either side of the king.
	"rr2kr1r/8/8/8/8/8/8/RR2KR1R w KQkq - 0 1",
	"rr2kr1r/8/8/8/8/8/8/RR2KR1R w FBfb - 0 1",
}

// walks returns positions of games with moves from a simple generator.
func walks(t *testing.T, n int) (list []board.Position) {
	t.Helper()
	starts := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
		"rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1",
		"4k3/2pppp2/8/3PP3/3pp3/8/2PPPP2/4K3 w - - 0 30",
		"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 25",
	}
	r := numbers(2)
	for i := 0; len(list) < n; i++ {
		p, err := board.ParseFEN(starts[i%len(starts)])
		require.NoError(t, err)
		for ply := range 120 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			if ply%4 == i%4 && len(list) < n && r(3) == 0 {
				list = append(list, p)
			}
			movegen.Make(&p, legal[r(uint32(len(legal)))])
		}
	}
	return list
}

// state returns the value of "is" in vectors.
func state(p *board.Position) string {
	ep := "-"
	if p.EnPassant != 0 {
		ep = p.EnPassant.String()
	}
	c := p.Castling
	return fmt.Sprintf("%d%d%d%d %s %d %d", c&15, c>>4&15, c>>8&15, c>>12, ep, p.HalfmoveClock, p.FullmoveNumber)
}

// pieces returns the board as the first field of a FEN.
func pieces(p *board.Position) string {
	s := p.String()
	for i := range s {
		if s[i] == ' ' {
			return s[:i]
		}
	}
	return s
}

// positionVector returns the vector of a position.
func positionVector(name string, p board.Position) *vectors.Vector {
	v := vectors.New("%s", name)
	v.Add("fen", "%v", p)
	v.Add("is", "%s", state(&p))
	for _, m := range movegen.AppendLegal(nil, &p) {
		after := p
		movegen.Make(&after, m)
		what := state(&after)
		if movegen.IsCastling(&p, m) || movegen.IsEnPassant(&p, m) || m.Promotion() != board.NoKind {
			what += " | " + pieces(&after)
		}
		v.Add("move", "%v | %s", m, what)
	}
	movegen.Make(&p, board.NullMove)
	v.Add("null", "%s", state(&p))
	return v
}

// TestPositions checks vectors/layers/positions.txt, whose positions are parsed from
// their FENs.
func TestPositions(t *testing.T) {
	var list []*vectors.Vector
	for i, fen := range oddPositions {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err, fen)
		list = append(list, positionVector(fmt.Sprintf("position %d", i+1), p))
	}
	for i, p := range walks(t, 300-len(oddPositions)) {
		again, err := board.ParseFEN(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
		list = append(list, positionVector(fmt.Sprintf("walk %d", i+1), p))
	}
	require.Len(t, list, 300)
	for i, fen := range furtherPositions {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err, fen)
		list = append(list, positionVector(fmt.Sprintf("further position %d", i+1), p))
	}
	golden.Equal(t, "../../../vectors/layers/positions.txt", vectors.File(positionsHeading, list))
}
