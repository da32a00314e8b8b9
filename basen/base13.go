package basen

import (
	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// Base13 is the scheme of one integer of 64 digits to the base 13: 237 bits a
// board, for any board.
type Base13 struct{}

// base13Bits is the length of 13^64 - 1 in bits.
const base13Bits = 237

// BitLen returns 237.
func (Base13) BitLen(*board.Board) (int, error) { return base13Bits, nil }

// Write writes b.
func (Base13) Write(w *bitio.Writer, b *board.Board) error {
	var x wide
	for _, word := range nibbles(b, 0) {
		two := radix13.fold(word)
		x.mulAdd(radix13.eight*radix13.eight, two>>32*radix13.eight+two&0xffffffff)
	}
	return x.write(w, base13Bits)
}

// Read reads a board. It fails with board.ErrCorrupt for an integer of 13^64 or more.
func (Base13) Read(r *bitio.Reader) (board.Board, error) {
	var x wide
	if err := x.read(r, base13Bits); err != nil {
		return board.Board{}, err
	}
	var words [4]uint64
	for i := 3; i >= 0; i-- {
		two := x.divMod(radix13.eight * radix13.eight)
		words[i] = radix13.unfold(two/radix13.eight<<32 | two%radix13.eight)
	}
	if x != (wide{}) {
		return board.Board{}, &board.CorruptError{Msg: "integer is not below 13^64"}
	}
	b, _ := fromNibbles(words)
	return b, nil
}

// write writes the low n bits of x, 192 < n <= 256.
func (x *wide) write(w *bitio.Writer, n uint8) error {
	w.TryWriteBits(x[3], n-192)
	w.TryWriteBits(x[2], 64)
	w.TryWriteBits(x[1], 64)
	w.TryWriteBits(x[0], 64)
	return w.TryError
}

// read reads n bits into x, 192 < n <= 256.
func (x *wide) read(r *bitio.Reader, n uint8) error {
	x[3] = r.TryReadBits(n - 192)
	x[2] = r.TryReadBits(64)
	x[1] = r.TryReadBits(64)
	x[0] = r.TryReadBits(64)
	if r.TryError != nil {
		return cut(r.TryError)
	}
	return nil
}
