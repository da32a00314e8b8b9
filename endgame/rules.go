package endgame

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// attacks returns the squares that a white piece of kind k on sq attacks.
func attacks(k board.Kind, sq board.Square, occ bitboard.Set) bitboard.Set {
	switch k {
	case board.Pawn:
		return bitboard.PawnsAttacksUp(bitboard.Of(sq))
	case board.Knight:
		return bitboard.KnightAttacks(sq)
	case board.Bishop:
		return bitboard.BishopAttacks(sq, occ)
	case board.Rook:
		return bitboard.RookAttacks(sq, occ)
	case board.Queen:
		return bitboard.BishopAttacks(sq, occ) | bitboard.RookAttacks(sq, occ)
	}
	return bitboard.KingAttacks(sq)
}

// stands reports whether p is possible: no two pieces on a square, kings apart, no
// pawns on ranks 1 and 8.
func (e ending) stands(p placement) bool {
	if p.white == p.black || bitboard.KingAttacks(p.white).Has(p.black) {
		return false
	}
	occ := bitboard.Of(p.white) | bitboard.Of(p.black)
	for i, sq := range p.pieces[:e.count] {
		if occ.Has(sq) || e.kinds[i] == board.Pawn && (bitboard.Rank1|bitboard.Rank8).Has(sq) {
			return false
		}
		occ |= bitboard.Of(sq)
	}
	return true
}

// attacked returns the squares that White attacks in p. Black's king does not block
// lines, so that squares beyond him count.
func (e ending) attacked(p placement) bitboard.Set {
	occ := p.occupied(e.count)
	all := bitboard.KingAttacks(p.white)
	for i, sq := range p.pieces[:e.count] {
		all |= attacks(e.kinds[i], sq, occ)
	}
	return all
}

// steps returns the squares that piece i, or White's king if i is e.count, can go to
// without capturing. It ignores checks. Pawns go up, or back down if backwards.
func (e ending) steps(p placement, i int, backwards bool) bitboard.Set {
	occ := p.occupied(e.count)
	free := ^(occ | bitboard.Of(p.black))
	switch {
	case i == e.count:
		return bitboard.KingAttacks(p.white) & free &^ bitboard.KingAttacks(p.black)
	case e.kinds[i] != board.Pawn:
		return attacks(e.kinds[i], p.pieces[i], occ|bitboard.Of(p.black)) & free
	case backwards:
		one := bitboard.Of(p.pieces[i]).Down() & free
		two := one.Down() & free & (bitboard.Rank1 << 8)
		return one&^bitboard.Rank1 | two
	}
	one := bitboard.Of(p.pieces[i]).Up() & free
	return one | one.Up()&free&(bitboard.Rank1<<24)
}

// move returns p after piece i, or White's king if i is e.count, has moved to sq.
func (e ending) move(p placement, i int, sq board.Square) placement {
	if i == e.count {
		p.white = sq
	} else {
		p.pieces[i] = sq
	}
	return p
}
