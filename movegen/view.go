package movegen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// noRoyal is the royal square of a player who has not exactly one king.
const noRoyal = 64

// all is the set of all squares.
const all = ^bitboard.Set(0)

// view is a position seen from the side to move: its pieces, and the limits that
// check and pins set.
type view struct {
	occ, us, them bitboard.Set

	pawns, knights, bishops, rooks, queens, kings bitboard.Set // own

	theirPawns, theirKnights, theirKings bitboard.Set
	theirDiag, theirLine                 bitboard.Set // bishops and queens; rooks and queens

	// royal is the square of the only king, or noRoyal.
	royal board.Square
	// target is where pieces other than the king may go: not on own pieces
	// and, in check, only onto the checker or between it and the king.
	target bitboard.Set
	// evade is target including squares of own pieces: all squares when not in check,
	// none in double check.
	evade bitboard.Set
	// pinDiag and pinLine are the lines from the king to the sliders that pin
	// a piece to it, the slider's square included. A pinned piece stays on
	// its line.
	pinDiag, pinLine bitboard.Set
}

// read fills v from p.
func (v *view) read(p *board.Position) {
	v.readPieces(p)
	v.guard(p.Turn)
}

// readPieces fills v from p, except what guard finds.
func (v *view) readPieces(p *board.Position) {
	pl := p.Planes()
	p0, p1, p2 := pl[0], pl[1], pl[2]
	v.occ = p0 | p1 | p2
	us := v.occ &^ pl[3]
	if p.Turn != board.White {
		us = pl[3]
	}
	them := v.occ ^ us
	v.us, v.them = us, them
	// The kinds in binary: pawn 001, knight 010, bishop 011, rook 100,
	// queen 101, king 110.
	pawns, knights, kings := p0&^(p1|p2), p1&^(p0|p2), p1&p2
	diag, line := p0&(p1|p2), p2&^p1
	v.pawns, v.theirPawns = pawns&us, pawns&them
	v.knights, v.theirKnights = knights&us, knights&them
	v.kings, v.theirKings = kings&us, kings&them
	v.theirDiag, v.theirLine = diag&them, line&them
	v.queens = p0 & p2 & us
	v.bishops = p0 & p1 & us
	v.rooks = p2 &^ (p0 | p1) & us
	v.royal = noRoyal
	if v.kings != 0 && v.kings.WithoutFirst() == 0 {
		v.royal = v.kings.First()
	}
}

// guard finds checks and pins.
func (v *view) guard(turn board.Color) {
	v.evade, v.pinDiag, v.pinLine = all, 0, 0
	v.target = ^v.us
	k := v.royal
	if k == noRoyal {
		return
	}
	checkers := bitboard.KnightAttacks(k) & v.theirKnights
	if turn == board.White {
		checkers |= bitboard.PawnsAttacksUp(v.kings) & v.theirPawns
	} else {
		checkers |= bitboard.PawnsAttacksDown(v.kings) & v.theirPawns
	}
	// Kings attack each other only in positions that no game reaches.
	checkers |= bitboard.KingAttacks(k) & v.theirKings
	block := checkers
	for s := bitboard.BishopRays(k) & v.theirDiag; s != 0; s = s.WithoutFirst() {
		from := s.First()
		line := bitboard.Between(k, from)
		switch pieces := line & v.occ; {
		case pieces == 0:
			checkers |= bitboard.Of(from)
			block |= line | bitboard.Of(from)
		case pieces.WithoutFirst() == 0 && pieces&v.us != 0:
			v.pinDiag |= line | bitboard.Of(from)
		}
	}
	for s := bitboard.RookRays(k) & v.theirLine; s != 0; s = s.WithoutFirst() {
		from := s.First()
		line := bitboard.Between(k, from)
		switch pieces := line & v.occ; {
		case pieces == 0:
			checkers |= bitboard.Of(from)
			block |= line | bitboard.Of(from)
		case pieces.WithoutFirst() == 0 && pieces&v.us != 0:
			v.pinLine |= line | bitboard.Of(from)
		}
	}
	if checkers == 0 {
		return
	}
	if checkers.WithoutFirst() != 0 {
		block = 0
	}
	v.evade = block
	v.target &= block
}

// danger returns the squares where the own king would be in check, if the king itself
// blocks no line.
func (v *view) danger(turn board.Color) bitboard.Set {
	d := bitboard.KnightsAttacks(v.theirKnights) | bitboard.KingsAttacks(v.theirKings)
	if turn == board.White {
		d |= bitboard.PawnsAttacksDown(v.theirPawns)
	} else {
		d |= bitboard.PawnsAttacksUp(v.theirPawns)
	}
	occ := v.occ ^ v.kings
	for s := v.theirDiag; s != 0; s = s.WithoutFirst() {
		d |= bitboard.BishopAttacks(s.First(), occ)
	}
	for s := v.theirLine; s != 0; s = s.WithoutFirst() {
		d |= bitboard.RookAttacks(s.First(), occ)
	}
	return d
}

// kingMoves returns the squares that the only king may go to, and the own rooks that
// he may castle with.
func (v *view) kingMoves(p *board.Position) (to, rooks bitboard.Set) {
	to = bitboard.KingAttacks(v.royal) &^ v.us
	if to == 0 && !v.mayCastleShut(p) {
		return 0, 0
	}
	danger := v.danger(p.Turn)
	if p.Castling.Any(p.Turn) && v.evade == all {
		rooks = v.castlings(p, danger)
	}
	return to &^ danger, rooks
}

// mayCastleShut reports whether a king without a step may still castle: his rook is
// on the first square of his way, or he stands on his goal already. Neither happens
// in standard chess, where this check avoids the search for attacked squares in many
// positions.
func (v *view) mayCastleShut(p *board.Position) bool {
	const goals = bitboard.FileA<<2 | bitboard.FileA<<6
	return p.Castling.Any(p.Turn) && bitboard.KingAttacks(v.royal)&v.rooks|v.kings&goals != 0
}

// attacked reports whether an enemy on one of the squares of pieces attacks sq if occ
// are the occupied squares.
func (v *view) attacked(turn board.Color, sq board.Square, occ, pieces bitboard.Set) bool {
	s := bitboard.Of(sq)
	pawns := bitboard.PawnsAttacksUp(s)
	if turn != board.White {
		pawns = bitboard.PawnsAttacksDown(s)
	}
	return (pawns&v.theirPawns|bitboard.KnightAttacks(sq)&v.theirKnights|bitboard.KingAttacks(sq)&v.theirKings)&pieces != 0 ||
		bitboard.BishopAttacks(sq, occ)&v.theirDiag&pieces != 0 ||
		bitboard.RookAttacks(sq, occ)&v.theirLine&pieces != 0
}

// enPassant returns the own pawns that may legally capture on p.EnPassant.
func (v *view) enPassant(p *board.Position) bitboard.Set {
	ep := bitboard.Of(p.EnPassant)
	var from, victim, origin bitboard.Set
	if p.Turn == board.White {
		if p.EnPassant>>3 != 5 {
			return 0
		}
		from, victim, origin = bitboard.PawnsAttacksDown(ep), ep.Down(), ep.Up()
	} else {
		if p.EnPassant>>3 != 2 {
			return 0
		}
		from, victim, origin = bitboard.PawnsAttacksUp(ep), ep.Up(), ep.Down()
	}
	from &= v.pawns
	if from == 0 || v.occ&(ep|origin) != 0 || v.theirPawns&victim == 0 {
		return 0
	}
	if v.royal == noRoyal {
		return from
	}
	for s := from; s != 0; s = s.WithoutFirst() {
		f := s &^ s.WithoutFirst()
		if v.attacked(p.Turn, v.royal, v.occ^f^victim|ep, v.them^victim) {
			from ^= f
		}
	}
	return from
}

// castlings returns the squares of the own rooks that the side to move, not in check,
// may legally castle with.
func (v *view) castlings(p *board.Position, danger bitboard.Set) (rooks bitboard.Set) {
	home := board.Square(0)
	if p.Turn != board.White {
		home = 56
	}
	k := v.royal
	if k&^7 != home {
		return 0
	}
	for side := board.KingSide; side <= board.QueenSide; side++ {
		file, ok := p.Castling.RookFile(p.Turn, side)
		if !ok {
			continue
		}
		r := home | board.Square(file)
		if !v.rooks.Has(r) || r > k != (side == board.KingSide) {
			continue
		}
		kTo, rTo := castlingTargets(k, side)
		kingPath := bitboard.Between(k, kTo) | bitboard.Of(kTo)
		path := kingPath | bitboard.Between(r, rTo) | bitboard.Of(rTo)
		pieces := v.occ ^ bitboard.Of(k) ^ bitboard.Of(r)
		if path&pieces|kingPath&danger != 0 {
			continue
		}
		// The rook may have shielded the king's rank: then the king may be in check
		// at his goal, although not on the way.
		if v.theirLine&(bitboard.Rank1<<home) == 0 || bitboard.RookAttacks(kTo, pieces|bitboard.Of(rTo))&v.theirLine == 0 {
			rooks |= bitboard.Of(r)
		}
	}
	return rooks
}

// castlingTargets returns the target squares of king and rook when the king on k
// castles to the given side.
func castlingTargets(k board.Square, side board.Side) (king, rook board.Square) {
	if side == board.KingSide {
		return k&^7 | board.G1, k&^7 | board.F1
	}
	return k&^7 | board.C1, k&^7 | board.D1
}
