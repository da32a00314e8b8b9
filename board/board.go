// Package board holds the small values that all other packages use: squares, pieces,
// moves, boards and positions, with their texts in FEN, X-FEN, Shredder-FEN and EPD.
// It also returns the squares that a piece attacks; package movegen returns the legal
// moves.
//
//	p, err := board.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
//	piece := p.Board.At(board.F3) // board.WhiteKnight
//	m := board.NewMove(board.E2, board.E4, board.NoKind)
//	err = p.Validate()            // whether a game could reach it
package board

import "github.com/chesszip/chesszip/bitboard"

// Board holds the contents of the 64 squares. The zero Board is empty and ready to
// use; Boards compare with ==.
//
// It is four bit planes in 32 bytes; every set of pieces takes two or three
// operations:
//
//	plane 0, 1, 2   bits 0, 1, 2 of the Kind on each square (0 = empty)
//	plane 3         1 where the piece is black
type Board struct {
	planes [4]bitboard.Set
}

// At returns the piece on s.
func (b *Board) At(s Square) Piece {
	k := b.planes[0]>>s&1 | b.planes[1]>>s&1<<1 | b.planes[2]>>s&1<<2
	// A black piece is its kind plus six; plane 3 is zero on empty squares.
	return Piece(k + b.planes[3]>>s&1*6)
}

// KindAt returns the kind of piece on s, NoKind if it is empty.
func (b *Board) KindAt(s Square) Kind {
	return Kind(b.planes[0]>>s&1 | b.planes[1]>>s&1<<1 | b.planes[2]>>s&1<<2)
}

// Put places p on s, replacing its content; Empty clears the square.
func (b *Board) Put(s Square, p Piece) {
	m := bitboard.Of(s)
	k, c := bitboard.Set(p.Kind()), bitboard.Set(p.Color())
	b.planes[0] = b.planes[0]&^m | (-(k & 1))&m
	b.planes[1] = b.planes[1]&^m | (-(k >> 1 & 1))&m
	b.planes[2] = b.planes[2]&^m | (-(k >> 2 & 1))&m
	b.planes[3] = b.planes[3]&^m | (-c)&m
}

// Replace empties the squares of a set and places a piece on s.
func (b *Board) Replace(emptied bitboard.Set, s Square, c Color, k Kind) {
	b.planes[0] = b.planes[0]&^emptied | bitboard.Set(k&1)<<(s&63)
	b.planes[1] = b.planes[1]&^emptied | bitboard.Set(k>>1&1)<<(s&63)
	b.planes[2] = b.planes[2]&^emptied | bitboard.Set(k>>2&1)<<(s&63)
	b.planes[3] = b.planes[3]&^emptied | bitboard.Set(c&1)<<(s&63)
}

// Occupied returns the set of squares that are not empty.
func (b *Board) Occupied() bitboard.Set { return b.planes[0] | b.planes[1] | b.planes[2] }

// Color returns the squares of all pieces of colour c.
func (b *Board) Color(c Color) bitboard.Set {
	if c == Black {
		return b.planes[3]
	}
	return b.Occupied() &^ b.planes[3]
}

// Kind returns the squares of all pieces of kind k, of both colours.
func (b *Board) Kind(k Kind) bitboard.Set {
	// A bit of k minus one is 0 if the plane is wanted, and all ones if its
	// complement is wanted.
	return b.Occupied() & (b.planes[0] ^ (bitboard.Set(k&1) - 1)) &
		(b.planes[1] ^ (bitboard.Set(k>>1&1) - 1)) & (b.planes[2] ^ (bitboard.Set(k>>2&1) - 1))
}

// Pieces returns the squares of all pieces p. For Empty it returns the empty
// squares.
func (b *Board) Pieces(p Piece) bitboard.Set {
	if p == Empty {
		return ^b.Occupied()
	}
	return b.Kind(p.Kind()) & b.Color(p.Color())
}

// Planes returns the four bit planes in the order of the type's comment.
func (b *Board) Planes() [4]bitboard.Set { return b.planes }

// FromPlanes builds a Board from four bit planes in the order of the type's comment.
// Squares whose three kind bits are 0 or 7 become empty.
func FromPlanes(planes [4]bitboard.Set) Board {
	occ := (planes[0] | planes[1] | planes[2]) &^ (planes[0] & planes[1] & planes[2])
	for i := range planes {
		planes[i] &= occ
	}
	return Board{planes}
}
