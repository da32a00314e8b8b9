package notation

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// expectedCheck returns the check field that d writes for the legal move m of
// a piece of kind k.
func (d Dialect) expectedCheck(p *board.Position, m board.Move, k board.Kind) spelling {
	policy := d & checkPolicy
	if policy == NoCheck || !mayCheck(p, m, k) {
		return checkNone
	}
	q := *p
	movegen.Make(&q, m)
	switch {
	case !movegen.InCheck(&q):
		return checkNone
	case policy == PlusForMate || movegen.HasLegal(&q):
		return checkPlus
	case policy == DoublePlusForMate:
		return checkDouble
	}
	return checkMate
}

// mayCheck reports whether the legal move m of a piece of kind k could give check,
// judged by lines alone. False is certain, so most moves need not be made. If the
// opponent is in check before the move, which no game reaches, only checks along new
// lines count.
func mayCheck(p *board.Position, m board.Move, k board.Kind) bool {
	us, them := p.Color(p.Turn), p.Color(p.Turn.Other())
	king := p.Kind(board.King) & them
	if king == 0 || king.WithoutFirst() != 0 {
		return false // a player without exactly one king is never in check
	}
	sq := king.First()
	from, to := bitboard.Of(m.From()), bitboard.Of(m.To())
	diagonals, straights := bitboard.BishopRays(sq), bitboard.RookRays(sq)
	sliders := us &^ from
	if (diagonals|straights)&from != 0 {
		// Leaving a line to the king may open it.
		queens := p.Kind(board.Queen)
		if diagonals&from != 0 && diagonals&sliders&(queens|p.Kind(board.Bishop)) != 0 ||
			straights&from != 0 && straights&sliders&(queens|p.Kind(board.Rook)) != 0 {
			return true
		}
	}
	switch k {
	case board.Pawn:
		// En passant also removes another piece from a line.
		return m.Promotion() != board.NoKind ||
			(m.From()^m.To())&7 != 0 && p.Occupied()&to == 0 ||
			(bitboard.PawnsAttacksUp(king)|bitboard.PawnsAttacksDown(king))&to != 0
	case board.Knight:
		return bitboard.KnightAttacks(sq)&to != 0
	case board.Bishop:
		return diagonals&to != 0
	case board.Rook:
		return straights&to != 0
	case board.Queen:
		return (diagonals|straights)&to != 0
	}
	return us&to != 0 // castling moves a rook
}
