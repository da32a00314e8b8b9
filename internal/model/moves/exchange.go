package moves

import "github.com/chesszip/chesszip/bitboard"

// worth is the value of a kind in an exchange, in pawns.
var worth = [8]int16{none: 0, pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 50}

// exchange returns the gain of a move in pawns, or its loss, if both sides capture on
// its target as long as it pays, each time with the least piece, including pieces
// behind others. Victim is the piece on the target before the move, arrives the one
// after it.
func (v *view) exchange(from, to bitboard.Square, victim, arrives uint32) int16 {
	occ := v.occ&^bitboard.Of(from) | bitboard.Of(to)
	target := bitboard.Of(to)
	diag := v.us.pieces[bishop] | v.us.pieces[queen] | v.them.pieces[bishop] | v.them.pieces[queen]
	line := v.us.pieces[rook] | v.us.pieces[queen] | v.them.pieces[rook] | v.them.pieces[queen]
	attackers := bitboard.PawnsAttacksDown(target)&v.us.pieces[pawn] | bitboard.PawnsAttacksUp(target)&v.them.pieces[pawn] |
		bitboard.KnightAttacks(to)&(v.us.pieces[knight]|v.them.pieces[knight]) |
		bitboard.KingAttacks(to)&(v.us.pieces[king]|v.them.pieces[king]) |
		bitboard.BishopAttacks(to, occ)&diag | bitboard.RookAttacks(to, occ)&line
	attackers &= occ

	var gain [32]int16
	gain[0] = worth[victim]
	depth := 0
	side, other := &v.them.pieces, &v.us.pieces
	for depth < len(gain)-1 {
		kind := pawn
		for kind < king && side[kind]&attackers == 0 {
			kind++
		}
		s := side[kind] & attackers
		if s == 0 || kind == king && attackers&other.all() != 0 {
			break // nobody captures, or only the king, and the target is defended
		}
		depth++
		gain[depth] = worth[arrives] - gain[depth-1]
		arrives = kind
		occ &^= bitboard.Of(s.First())
		if kind == pawn || kind == bishop || kind == queen {
			attackers |= bitboard.BishopAttacks(to, occ) & diag
		}
		if kind == rook || kind == queen {
			attackers |= bitboard.RookAttacks(to, occ) & line
		}
		attackers &= occ
		side, other = other, side
	}
	for ; depth > 0; depth-- {
		gain[depth-1] = -max(-gain[depth-1], gain[depth])
	}
	return gain[0]
}
