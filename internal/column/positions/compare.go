package positions

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Same reports whether p and q are the same except for the counters.
func Same(p, q *board.Position) bool { return reachedAs(p, q) && p.EnPassant == q.EnPassant }

// Hash returns a hash of p without the counters.
func Hash(p *board.Position) uint64 {
	h := uint64(p.Turn) | uint64(p.Castling)<<8 | uint64(p.EnPassant)<<32
	for _, s := range p.Planes() {
		h = (h ^ uint64(s)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// Differences returns the squares on which boards differ.
func Differences(p, q *[4]bitboard.Set) bitboard.Set {
	return (p[0] ^ q[0]) | (p[1] ^ q[1]) | (p[2] ^ q[2]) | (p[3] ^ q[3])
}

// reachedAs reports whether p equals r, except for the counters and an en passant
// square that p may lack.
func reachedAs(r, p *board.Position) bool {
	return r.Board == p.Board && r.Turn == p.Turn && r.Castling == p.Castling && (p.EnPassant == 0 || r.EnPassant == p.EnPassant)
}

// differing returns the number of squares on which boards differ.
func differing(p *[4]bitboard.Set, q [4]bitboard.Set) int { return Differences(p, &q).Count() }

// Digits returns the number of binary digits of a number, a coarse class.
func Digits(v int64) uint32 { return uint32(bits.Len64(uint64(v))) }

// Bit returns 1 for true, 0 for false.
func Bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
