package board

import "github.com/chesszip/chesszip/bitboard"

// Attackers returns the squares of the pieces of colour by that attack sq if occ are
// the occupied squares. The content of sq itself does not matter. A piece counts even
// if it is not in occ.
func (b *Board) Attackers(by Color, sq Square, occ bitboard.Set) bitboard.Set {
	pl := b.planes
	p0, p1, p2 := pl[0], pl[1], pl[2]
	s := sq & 63
	// A pawn attacks sq from where an enemy pawn on sq would attack it.
	pawns := bitboard.PawnsAttacksDown(bitboard.Of(s))
	pieces := (p0 | p1 | p2) &^ pl[3]
	if by != White {
		pawns = bitboard.PawnsAttacksUp(bitboard.Of(s))
		pieces = pl[3]
	}
	return pieces & (pawns&p0&^(p1|p2) |
		bitboard.KnightAttacks(s)&p1&^(p0|p2) |
		bitboard.KingAttacks(s)&p1&p2 |
		bitboard.BishopAttacks(s, occ)&p0&(p1|p2) |
		bitboard.RookAttacks(s, occ)&p2&^p1)
}
