// Package bitboard holds sets of the 64 squares of a chess board as one
// 64-bit word, and the attack sets of the chess pieces on it.
//
//	attacked := bitboard.RookAttacks(sq, occupied) | bitboard.KnightAttacks(other)
//	for s := attacked; s != 0; s = s.WithoutFirst() { use(s.First()) }
//
// # Layout
//
// Bit i is square i, counted a1 = 0, b1 = 1, ... h1 = 7, a2 = 8, ... h8 = 63:
//
//	rank 8 | 56 57 58 59 60 61 62 63
//	rank 7 | 48 49 50 51 52 53 54 55
//	  ... |
//	rank 1 |  0  1  2  3  4  5  6  7
//	      +------------------------
//	         a  b  c  d  e  f  g  h
//
// The package has no rules, no side to move and no text.
package bitboard

import "math/bits"

// Set is a set of squares. The zero Set is empty.
type Set uint64

// Files and ranks as sets.
const (
	FileA Set = 0x0101010101010101
	FileH Set = FileA << 7
	Rank1 Set = 0xff
	Rank8 Set = Rank1 << 56
)

// Of returns the set that holds only square sq, 0 <= sq < 64.
func Of(sq Square) Set { return 1 << (sq & 63) }

// Has reports whether s holds square sq, 0 <= sq < 64.
func (s Set) Has(sq Square) bool { return s>>(sq&63)&1 != 0 }

// Count returns the number of squares in s.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest square of s, or 64 if s is empty.
func (s Set) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// WithoutFirst returns s without its lowest square.
func (s Set) WithoutFirst() Set { return s & (s - 1) }
