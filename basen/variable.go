package basen

import (
	"fmt"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Variable is the scheme of one integer of 64 digits with radix 11 on the
// first and the last rank and 13 elsewhere: 233 bits a board, for any board
// without pawns on those ranks.
type Variable struct{}

// variableBits is the length of 11^16 * 13^48 - 1 in bits.
const variableBits = 233

// variableRadix is the radix of each pair of ranks, from rank 1 on.
var variableRadix = [4]uint64{
	radix11.eight * radix13.eight, radix13.eight * radix13.eight,
	radix13.eight * radix13.eight, radix13.eight * radix11.eight,
}

// BitLen returns 233, or board.ErrUnfit if a pawn stands on the first or last rank.
func (Variable) BitLen(b *board.Board) (int, error) {
	if bad := b.Kind(board.Pawn) & (bitboard.Rank1 | bitboard.Rank8); bad != 0 {
		return 0, fmt.Errorf("%w: pawn on %v", board.ErrUnfit, bad.First())
	}
	return variableBits, nil
}

// Write writes b, or fails with board.ErrUnfit if a pawn stands on the first or
// last rank.
func (v Variable) Write(w *bitio.Writer, b *board.Board) error {
	if _, err := v.BitLen(b); err != nil {
		return err
	}
	n := nibbles(b, 0)
	first, last := radix11.fold(closeUp(n[0]>>32)), radix11.fold(closeUp(n[3]&0xffffffff))
	two, seven := radix13.fold(n[0]&0xffffffff), radix13.fold(n[3]>>32)
	x := wide{first*radix13.eight + two}
	for i := 1; i < 3; i++ {
		ranks := radix13.fold(n[i])
		x.mulAdd(variableRadix[i], ranks>>32*radix13.eight+ranks&0xffffffff)
	}
	x.mulAdd(variableRadix[3], seven*radix11.eight+last)
	return x.write(w, variableBits)
}

// Read reads a board. It fails with board.ErrCorrupt for an integer that is too large.
func (Variable) Read(r *bitio.Reader) (board.Board, error) {
	var x wide
	if err := x.read(r, variableBits); err != nil {
		return board.Board{}, err
	}
	var n [4]uint64
	ranks := x.divMod(variableRadix[3])
	n[3] = radix13.unfold(ranks/radix11.eight<<32) | openUp(radix11.unfold(ranks%radix11.eight))
	for i := 2; i > 0; i-- {
		ranks = x.divMod(variableRadix[i])
		n[i] = radix13.unfold(ranks/radix13.eight<<32 | ranks%radix13.eight)
	}
	ranks = x.divMod(variableRadix[0])
	n[0] = openUp(radix11.unfold(ranks/radix13.eight))<<32 | radix13.unfold(ranks%radix13.eight)
	if x != (wide{}) {
		return board.Board{}, &board.CorruptError{Msg: "integer is not below 11^16 * 13^48"}
	}
	b, _ := fromNibbles(n)
	return b, nil
}

// ones has the lowest bit of every nibble.
const ones = 0x1111111111111111

// closeUp turns nibbles of pieces other than pawns into digits 0 to 10: 2 to 6 become
// 1 to 5, and 8 to 12 become 6 to 10.
func closeUp(w uint64) uint64 {
	piece := (w | w>>1 | w>>2 | w>>3) & ones
	black := w >> 3 & ones
	return w - piece - black
}

// openUp is the inverse of closeUp.
func openUp(w uint64) uint64 {
	piece := (w | w>>1 | w>>2 | w>>3) & ones
	// 6 and more are black; adding 2 sets the high bit.
	black := (w + 2*ones) >> 3 & ones
	return w + piece + black
}
