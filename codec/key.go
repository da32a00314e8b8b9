package codec

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

// Key is a position in 20 bytes, for use as the key of a map or the primary key of a
// database table. It is not a hash: different positions have different keys, and
// Position returns the position of a key.
//
//	| the basen.Number of the position, plus one; 160 bits, high byte first |
//
// Two positions have the same key if they are the same by the rule of repetition:
// board, side to move, the rights to castle that are not idle, and the en passant
// square where a pawn can legally capture. Counters are left out. Keys compare with
// == and, by Compare, byte by byte. Positions of equal material are adjacent in this
// order; it has no other meaning. The zero Key is not a position's.
//
// Not every position has a key. All positions that games of standard chess and
// Chess960 can reach have one, and others with plausible material, see basen.Number.
// AppendPosition stores every position.
type Key [20]byte

// ErrNoKey is returned for a position without a Key. The error also wraps a
// board.ErrUnfit with the reason.
var ErrNoKey = errors.New("codec: position has no key")

// KeyOf returns the key of p. It fails with ErrNoKey if p has none.
func KeyOf(p *board.Position) (Key, error) {
	e := gamestate.Essence(p)
	n, err := basen.NumberOf(&e)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrNoKey, err)
	}
	return n.Next().Bytes(), nil
}

// Position returns the position whose key is k, with the half-move clock 0 and
// the move number 1. It fails with ErrCorrupt if k is not the key of a position.
func (k Key) Position() (board.Position, error) {
	n, ok := basen.NumberFromBytes(k).Previous()
	if !ok {
		return board.Position{}, corrupt(0, "the zero key stands for no position")
	}
	p, err := n.Position()
	if err != nil {
		return board.Position{}, &CorruptError{Err: err}
	}
	// The numbering does not check whether the capture is legal.
	if p.EnPassant != 0 && gamestate.Essence(&p).EnPassant == 0 {
		return board.Position{}, corrupt(0, fmt.Sprintf("key of no position: the en passant capture on %v is not legal", p.EnPassant))
	}
	return p, nil
}

// Compare returns -1, 0 or +1 as k sorts before l, is equal or sorts after it.
func (k Key) Compare(l Key) int { return bytes.Compare(k[:], l[:]) }

// String returns k as 40 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// AppendBinary appends the 20 bytes of k.
func (k Key) AppendBinary(dst []byte) ([]byte, error) { return append(dst, k[:]...), nil }

// MarshalBinary returns the 20 bytes of k.
func (k Key) MarshalBinary() ([]byte, error) { return k.AppendBinary(nil) }

// UnmarshalBinary reads the 20 bytes of a key. It does not check that it is a
// position's.
func (k *Key) UnmarshalBinary(src []byte) error {
	if len(src) != len(k) {
		return corrupt(8*min(len(src), len(k)), fmt.Sprintf("key of %d bytes, want %d", len(src), len(k)))
	}
	copy(k[:], src)
	return nil
}

// AppendText appends k as 40 hexadecimal digits.
func (k Key) AppendText(dst []byte) ([]byte, error) { return hex.AppendEncode(dst, k[:]), nil }

// MarshalText returns k as 40 hexadecimal digits, which are also its JSON
// string.
func (k Key) MarshalText() ([]byte, error) { return k.AppendText(nil) }

// UnmarshalText reads 40 hexadecimal digits. It does not check that they are a
// position's key.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != 2*len(k) {
		return corrupt(0, fmt.Sprintf("key of %d digits, want %d", len(text), 2*len(k)))
	}
	var l Key
	if _, err := hex.Decode(l[:], text); err != nil {
		return &CorruptError{Err: err}
	}
	*k = l
	return nil
}
