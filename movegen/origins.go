package movegen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Origins returns the squares from which pieces of kind k have a legal move to a square,
// with a promotion to the given kind or NoKind. It lists no moves. Castling is left out.
func Origins(p *board.Position, k board.Kind, to board.Square, promotion board.Kind) bitboard.Set {
	sq, target := to, bitboard.Of(to)
	us, occ := p.Color(p.Turn), p.Occupied()
	promotes := k == board.Pawn && target&(bitboard.Rank1|bitboard.Rank8) != 0
	if us&target != 0 || promotes != (promotion != board.NoKind) {
		return 0
	}
	var from bitboard.Set
	switch k {
	case board.Pawn:
		if promotes && (promotion < board.Knight || promotion > board.Queen) {
			return 0
		}
		if p.EnPassant != 0 && to == p.EnPassant {
			var v view
			v.readPieces(p)
			if from = v.enPassant(p); from != 0 {
				return from // the captured pawn stands where a step would come from
			}
		}
		from = pawnOrigins(p.Turn, target, occ)
	case board.Knight:
		from = bitboard.KnightAttacks(sq)
	case board.Bishop:
		from = bitboard.BishopAttacks(sq, occ)
	case board.Rook:
		from = bitboard.RookAttacks(sq, occ)
	case board.Queen:
		from = bitboard.QueenAttacks(sq, occ)
	case board.King:
		from = bitboard.KingAttacks(sq)
	}
	if from &= p.Kind(k) & us; from == 0 {
		return 0
	}
	kings := p.Kind(board.King) & us
	if kings == 0 || kings.WithoutFirst() != 0 {
		return from
	}
	if k == board.King {
		kings = target
	}
	for s := from; s != 0; s = s.WithoutFirst() {
		f := s &^ s.WithoutFirst()
		if p.Attackers(p.Turn.Other(), kings.First(), occ&^f|target)&^target != 0 {
			from ^= f
		}
	}
	return from
}

// pawnOrigins returns the squares from which a pawn steps to the target, or captures if
// a piece stands there.
func pawnOrigins(turn board.Color, target, occ bitboard.Set) bitboard.Set {
	white := turn == board.White
	switch {
	case occ&target != 0 && white:
		return bitboard.PawnsAttacksDown(target)
	case occ&target != 0:
		return bitboard.PawnsAttacksUp(target)
	case white:
		one := target.Down()
		return one | (one &^ occ & (bitboard.Rank1 << 16)).Down()
	}
	one := target.Up()
	return one | (one &^ occ & (bitboard.Rank1 << 40)).Up()
}
