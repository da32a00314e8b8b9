package basen

import (
	"fmt"
	"math/bits"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Nibble is the scheme of four bits a square, 256 bits a board. Three of the sixteen
// codes are spare: a marked king, rook or pawn. The caller chooses their meaning; the
// classic one is a king or rook that may still castle, and a pawn that has just moved
// two squares.
//
// Both colours share a code, so the colour of a marked piece must follow from its
// rank: only a white king or rook on rank 1, a black one on rank 8, a white pawn on
// rank 4 and a black one on rank 5 can be marked.
type Nibble struct{}

// Ranks on which pieces can be marked.
const (
	row4 = bitboard.Rank1 << 24
	row5 = bitboard.Rank1 << 32
	// blackHalf holds the ranks on which a marked piece is black.
	blackHalf = bitboard.Set(0xffffffff00000000)
)

// BitLen returns 256.
func (Nibble) BitLen(*board.Board) (int, error) { return 256, nil }

// Write writes b without marks.
func (n Nibble) Write(w *bitio.Writer, b *board.Board) error { return n.WriteMarked(w, b, 0) }

// Read reads a board without marks; a mark is board.ErrCorrupt.
func (n Nibble) Read(r *bitio.Reader) (board.Board, error) {
	b, marks, err := n.ReadMarked(r)
	if err == nil && marks != 0 {
		s := marks.First()
		return board.Board{}, &board.CorruptError{Bit: 4 * int(s), Msg: fmt.Sprintf("mark on %v in a board without marks", s)}
	}
	return b, err
}

// markable returns the squares of b on which a piece can carry a mark.
func (Nibble) markable(b *board.Board) bitboard.Set {
	white := (b.Kind(board.King)|b.Kind(board.Rook))&bitboard.Rank1 | b.Kind(board.Pawn)&row4
	black := (b.Kind(board.King)|b.Kind(board.Rook))&bitboard.Rank8 | b.Kind(board.Pawn)&row5
	return white&b.Color(board.White) | black&b.Color(board.Black)
}

// WriteMarked writes b with the pieces on marks marked. It fails with board.ErrUnfit if a
// mark is not in markable.
func (n Nibble) WriteMarked(w *bitio.Writer, b *board.Board, marks bitboard.Set) error {
	if bad := marks &^ n.markable(b); bad != 0 {
		return fmt.Errorf("%w: nothing to mark on %v", board.ErrUnfit, bad.First())
	}
	for _, word := range nibbles(b, marks) {
		w.TryWriteBits(word, 64)
	}
	return w.TryError
}

// ReadMarked reads what WriteMarked wrote.
func (n Nibble) ReadMarked(r *bitio.Reader) (b board.Board, marks bitboard.Set, err error) {
	var words [4]uint64
	for i := range words {
		words[i] = r.TryReadBits(64)
	}
	if r.TryError != nil {
		return board.Board{}, 0, cut(r.TryError)
	}
	b, marks = fromNibbles(words)
	if bad := marks &^ n.markable(&b); bad != 0 {
		s := bad.First()
		return board.Board{}, 0, &board.CorruptError{Bit: 4 * int(s), Msg: fmt.Sprintf("mark of a %c on %v", b.KindAt(s).Letter(), s)}
	}
	return b, marks, nil
}

// nibbles returns the pieces of b as 64 nibbles, two ranks to a word, a1 in the
// highest four bits of the first. marks must be kings, rooks and pawns.
func nibbles(b *board.Board, marks bitboard.Set) (words [4]uint64) {
	k := b.Planes()
	black := k[3]
	// A piece's number is its kind plus 6 for black: an adder on bit planes.
	s0 := k[0]
	s1 := k[1] ^ black
	carry := k[1] & black
	s2 := k[2] ^ black ^ carry
	s3 := k[2]&black | carry&(k[2]|black)
	if marks != 0 {
		king, pawn := k[2]&k[1], k[0]
		s0 = s0&^marks | marks&(king|pawn)
		s1 = s1&^marks | marks&^king
		s2 |= marks
		s3 |= marks
	}
	planes := [4]uint64{
		bits.Reverse64(uint64(s0)), bits.Reverse64(uint64(s1)),
		bits.Reverse64(uint64(s2)), bits.Reverse64(uint64(s3)),
	}
	for i := range words {
		shift := 48 - 16*i
		words[i] = spread(planes[0]>>shift) | spread(planes[1]>>shift)<<1 |
			spread(planes[2]>>shift)<<2 | spread(planes[3]>>shift)<<3
	}
	return words
}

// fromNibbles is the inverse of nibbles. Marked pieces get the colour of their half
// of the board; it does not check whether they can be marked there.
func fromNibbles(words [4]uint64) (b board.Board, marks bitboard.Set) {
	var s [4]uint64
	for i, w := range words {
		for j := range s {
			s[j] |= gather(w>>j) << (48 - 16*i)
		}
	}
	s0, s1 := bitboard.Set(bits.Reverse64(s[0])), bitboard.Set(bits.Reverse64(s[1]))
	s2, s3 := bitboard.Set(bits.Reverse64(s[2])), bitboard.Set(bits.Reverse64(s[3]))
	marks = s3 & s2 & (s1 | s0)
	// 7 to 12 are black. Adding 10 to four bits subtracts 6, which leaves the kind.
	black := (s3 | s2&s1&s0) &^ marks
	k0 := s0
	k1 := s1 ^ black
	k2 := s2 ^ s1&black
	if marks != 0 {
		rook, pawn := marks&s1&^s0, marks&s1&s0
		king := marks &^ s1
		k0 = k0&^marks | pawn
		k1 = k1&^marks | king
		k2 = k2&^marks | king | rook
		black |= marks & blackHalf
	}
	return board.FromPlanes([4]bitboard.Set{k0, k1, k2, black}), marks
}

// spread moves the low 16 bits of x to the low bits of 16 nibbles.
func spread(x uint64) uint64 {
	x &= 0xffff
	x = (x | x<<24) & 0x000000ff000000ff
	x = (x | x<<12) & 0x000f000f000f000f
	x = (x | x<<6) & 0x0303030303030303
	return (x | x<<3) & 0x1111111111111111
}

// gather is the inverse of spread; it uses only the low bits.
func gather(x uint64) uint64 {
	x &= 0x1111111111111111
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return (x | x>>24) & 0xffff
}
