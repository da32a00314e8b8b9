package openingtable

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
)

// KeySize is the length of a Key in bytes.
const KeySize = 36

// Key is an exact position as the rule of repetition compares it: a byte for two squares
// each, the first in the high half, with the numbers of board.Piece; then the side to
// move, the castling rights, high byte first, and the en passant square. Keys are sorted
// as byte strings.
type Key [KeySize]byte

// Offsets of the parts of a key.
const (
	keyTurn      = 32
	keyCastling  = 33
	keyEnPassant = 35
)

// squares is the order of the squares in a key: home ranks first, and from the middle
// outwards, so that neighbouring positions in a table are similar.
var squares = func() (order [64]board.Square) {
	n := 0
	for _, rank := range [8]int{0, 7, 1, 6, 2, 5, 3, 4} {
		for _, file := range [8]int{3, 4, 2, 5, 1, 6, 0, 7} {
			order[n] = board.SquareAt(file, rank)
			n++
		}
	}
	return order
}()

// places is the inverse of squares.
var places = func() (at [64]uint8) {
	for i, s := range squares {
		at[s] = uint8(i)
	}
	return at
}()

// KeyOf returns the key of an essence, see gamestate.Essence.
func KeyOf(p *board.Position) (k Key) {
	for occ := p.Occupied(); occ != 0; occ = occ.WithoutFirst() {
		s := occ.First()
		k.put(int(places[s]), int(p.At(s)))
	}
	k[keyTurn] = byte(p.Turn)
	k[keyCastling], k[keyCastling+1] = byte(p.Castling>>8), byte(p.Castling)
	k[keyEnPassant] = byte(p.EnPassant)
	return k
}

// Position returns the position of a key; ok is false if there is none.
func (k *Key) Position() (p board.Position, ok bool) {
	for i := range keyTurn {
		high, low := k[i]>>4, k[i]&15
		if high >= numPieces || low >= numPieces {
			return p, false
		}
		p.Put(squares[2*i], board.Piece(high))
		p.Put(squares[2*i+1], board.Piece(low))
	}
	p.Turn = board.Color(k[keyTurn])
	p.Castling = board.Rights(k[keyCastling])<<8 | board.Rights(k[keyCastling+1])
	p.EnPassant = board.Square(k[keyEnPassant])
	p.FullmoveNumber = 1
	for i := 2 * keyCastling; i < 2*keyEnPassant; i++ {
		if k.at(i) > numFiles {
			return p, false
		}
	}
	return p, p.Turn <= board.Black && p.EnPassant <= board.H8
}

// numPieces is the number of pieces, including the empty square; numFiles is the number
// of files, of which a castling right names one.
const (
	numPieces = 13
	numFiles  = 8
)

// Compare returns -1, 0 or 1 if k is before, equal to or after l in a table.
func (k *Key) Compare(l *Key) int { return bytes.Compare(k[:], l[:]) }

// at returns the piece on the i-th square in the order.
func (k *Key) at(i int) int { return int(k[i>>1] >> (4 &^ (i << 2)) & 15) }

// put is the inverse of at for an empty square.
func (k *Key) put(i, piece int) { k[i>>1] |= byte(piece) << (4 &^ (i << 2)) }
