package huffman

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// planes are the bit planes of a board that is being built.
type planes [4]bitboard.Set

// put flips the bits of square s that are set in the nibble d.
func (p *planes) put(s board.Square, d uint8) {
	p[0] ^= bitboard.Set(d&1) << s
	p[1] ^= bitboard.Set(d>>1&1) << s
	p[2] ^= bitboard.Set(d>>2&1) << s
	p[3] ^= bitboard.Set(d>>3&1) << s
}

func (p *planes) board() board.Board { return board.FromPlanes(*p) }

// nibbleOf is a piece's number on bit planes: its kind, plus 8 for black.
var nibbleOf = [13]uint8{0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14}

// isPiece reports whether a nibble on bit planes is a piece or empty.
func isPiece(n uint8) bool { return n&7 != 7 && n != 8 }

// transpose mirrors s at the diagonal from a1 to h8, so that files and ranks
// change places.
func transpose(s bitboard.Set) bitboard.Set {
	x := uint64(s)
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	x ^= t ^ t<<28
	return bitboard.Set(x)
}
