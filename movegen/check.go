package movegen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// InCheck reports whether the side to move is in check. A player without a
// king or with several is never in check.
func InCheck(p *board.Position) bool {
	kings := p.Pieces(board.PieceOf(p.Turn, board.King))
	if kings == 0 || kings.WithoutFirst() != 0 {
		return false
	}
	return Attackers(&p.Board, p.Turn.Other(), board.Square(kings.First()), p.Occupied()) != 0
}

// Attackers returns the squares of the pieces of colour by that attack sq, as
// if occ were the occupied squares. What stands on sq itself does not matter;
// a piece that occ leaves out still counts.
func Attackers(b *board.Board, by board.Color, sq board.Square, occ bitboard.Set) bitboard.Set {
	pl := b.Planes()
	p0, p1, p2 := pl[0], pl[1], pl[2]
	s := uint8(sq & 63)
	// A pawn attacks sq from where an enemy pawn on sq would attack it.
	pawns := bitboard.PawnsAttacksDown(bitboard.Of(s))
	pieces := (p0 | p1 | p2) &^ pl[3]
	if by != board.White {
		pawns = bitboard.PawnsAttacksUp(bitboard.Of(s))
		pieces = pl[3]
	}
	return pieces & (pawns&p0&^(p1|p2) |
		bitboard.KnightAttacks(s)&p1&^(p0|p2) |
		bitboard.KingAttacks(s)&p1&p2 |
		bitboard.BishopAttacks(s, occ)&p0&(p1|p2) |
		bitboard.RookAttacks(s, occ)&p2&^p1)
}

// GivesCheck reports whether the legal move m of p checks the opponent.
func GivesCheck(p *board.Position, m board.Move) bool {
	q := *p
	Make(&q, m)
	return InCheck(&q)
}

// LegalEnPassant returns p.EnPassant if a pawn of the side to move can legally
// capture there, else 0.
func LegalEnPassant(p *board.Position) board.Square {
	if p.EnPassant == 0 {
		return 0
	}
	var v view
	v.read(p)
	if v.enPassant(p) == 0 {
		return 0
	}
	return p.EnPassant
}
