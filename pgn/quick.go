package pgn

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// quick resolves the most frequent forms of moves without listing the legal moves: a
// piece, perhaps one letter of its origin, a target; a pawn's step; a pawn's capture
// of a piece. It plays the move on p. Its result is always that of package notation.
// For other forms, ambiguous pieces and illegal moves, ok is false and p is
// unchanged.
func quick(p *board.Position, text []byte) (m board.Move, ok bool) {
	if n := len(text); n > 0 && (text[n-1] == '+' || text[n-1] == '#') {
		text = text[:n-1]
	}
	n := len(text)
	if n < 2 {
		return 0, false
	}
	file, rank := text[n-2]-'a', text[n-1]-'1'
	if file > 7 || rank > 7 {
		return 0, false
	}
	to := board.Square(rank<<3 | file)
	us := p.Color(p.Turn)
	kings := p.Kind(board.King) & us
	if kings == 0 || kings.WithoutFirst() != 0 || us.Has(uint8(to)) {
		return 0, false // without exactly one king other rules apply
	}
	var from bitboard.Set
	if text[0] >= 'a' {
		from = pawnOrigin(p, text, to) & p.Kind(board.Pawn) & us
	} else {
		from = pieceOrigin(p, text, to) & us
	}
	if from == 0 || from.WithoutFirst() != 0 {
		return 0, false
	}
	m = board.NewMove(board.Square(from.First()), to, board.NoKind)
	after := *p
	movegen.Make(&after, m)
	king := board.Square((after.Kind(board.King) & after.Color(p.Turn)).First())
	if after.Attackers(p.Turn.Other(), king, after.Occupied()) != 0 {
		return 0, false
	}
	*p = after
	return m, true
}

// pieceOrigin returns the squares from which the piece that text names can reach to.
// Text has no check mark.
func pieceOrigin(p *board.Position, text []byte, to board.Square) bitboard.Set {
	sq := uint8(to)
	var from bitboard.Set
	switch text[0] {
	case 'N':
		from = bitboard.KnightAttacks(sq) & p.Kind(board.Knight)
	case 'B':
		from = bitboard.BishopAttacks(sq, p.Occupied()) & p.Kind(board.Bishop)
	case 'R':
		from = bitboard.RookAttacks(sq, p.Occupied()) & p.Kind(board.Rook)
	case 'Q':
		from = bitboard.QueenAttacks(sq, p.Occupied()) & p.Kind(board.Queen)
	case 'K':
		from = bitboard.KingAttacks(sq) & p.Kind(board.King)
	default:
		return 0
	}
	between := text[1 : len(text)-2]
	if n := len(between); n > 0 && between[n-1] == 'x' {
		between = between[:n-1]
	}
	switch {
	case len(between) == 0:
	case len(between) == 1 && between[0]-'a' < 8:
		from &= bitboard.FileA << (between[0] - 'a')
	case len(between) == 1 && between[0]-'1' < 8:
		from &= bitboard.Rank1 << ((between[0] - '1') * 8)
	default:
		return 0
	}
	return from
}

// pawnOrigin returns the square from which a pawn comes to to, if text is a plain
// step or capture, neither a promotion nor en passant.
func pawnOrigin(p *board.Position, text []byte, to board.Square) bitboard.Set {
	occ := p.Occupied()
	target := bitboard.Of(uint8(to))
	back := func(s bitboard.Set) bitboard.Set {
		if p.Turn == board.White {
			return s >> 8
		}
		return s << 8
	}
	switch {
	case target&(bitboard.Rank1|bitboard.Rank8) != 0 || to == p.EnPassant:
		return 0
	case len(text) == 2 && occ&target == 0:
		one := back(target)
		if occ&one == 0 && (p.Turn == board.White && to.Rank() == 3 || p.Turn == board.Black && to.Rank() == 4) {
			return back(one)
		}
		return one
	case len(text) == 4 && text[1] == 'x' && occ&target != 0 && text[0]-'a' < 8:
		// A capture must come from a file next to the target's.
		if f := int(text[0] - 'a'); f-to.File() == 1 || to.File()-f == 1 {
			return back(bitboard.Rank1<<(to.Rank()*8)) & (bitboard.FileA << f)
		}
	}
	return 0
}
