package movegen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// CountLegal returns the number of legal moves of p, len(AppendLegal(nil, p)),
// without listing them.
func CountLegal(p *board.Position) int {
	var v view
	v.read(p)
	n := 0
	if v.evade != 0 {
		m := v.pawnTargets(p.Turn)
		const last = bitboard.Rank1 | bitboard.Rank8
		n += m.one.Count() + m.two.Count() + m.left.Count() + m.right.Count()
		if (m.one|m.left|m.right)&last != 0 {
			n += 3 * ((m.one & last).Count() + (m.left & last).Count() + (m.right & last).Count())
		}
		if p.EnPassant != 0 {
			n += v.enPassant(p).Count()
		}
		free := v.target
		for s := v.knights &^ (v.pinDiag | v.pinLine); s != 0; s = s.WithoutFirst() {
			n += (bitboard.KnightAttacks(s.First()) & free).Count()
		}
		diag := (v.bishops | v.queens) &^ v.pinLine
		for s := diag &^ v.pinDiag; s != 0; s = s.WithoutFirst() {
			n += (bitboard.BishopAttacks(s.First(), v.occ) & free).Count()
		}
		for s := diag & v.pinDiag; s != 0; s = s.WithoutFirst() {
			n += (bitboard.BishopAttacks(s.First(), v.occ) & free & v.pinDiag).Count()
		}
		line := (v.rooks | v.queens) &^ v.pinDiag
		for s := line &^ v.pinLine; s != 0; s = s.WithoutFirst() {
			n += (bitboard.RookAttacks(s.First(), v.occ) & free).Count()
		}
		for s := line & v.pinLine; s != 0; s = s.WithoutFirst() {
			n += (bitboard.RookAttacks(s.First(), v.occ) & free & v.pinLine).Count()
		}
	}
	if v.royal != noRoyal {
		to, rooks := v.kingMoves(p)
		return n + to.Count() + rooks.Count()
	}
	for s := v.kings; s != 0; s = s.WithoutFirst() {
		n += (bitboard.KingAttacks(s.First()) &^ v.us).Count()
	}
	return n
}
