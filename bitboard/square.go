package bitboard

import (
	"errors"
	"strconv"
)

// Square is one of the 64 squares, a1 = 0, b1 = 1, ... h8 = 63. Package board calls it
// board.Square, and names all squares.
type Square uint8

const squares = 64

// File returns the file of s, 0 = a to 7 = h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of s, 0 = rank 1 to 7 = rank 8.
func (s Square) Rank() int { return int(s >> 3) }

// String returns the square in algebraic form, such as "e4".
func (s Square) String() string {
	if s >= squares {
		return "Square(" + strconv.Itoa(int(s)) + ")"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// MarshalText returns the square in algebraic form. It fails for a value above h8.
func (s Square) MarshalText() ([]byte, error) {
	if s >= squares {
		return nil, errors.New("board: " + strconv.Itoa(int(s)) + " is not a square: want 0 to 63")
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads a square in algebraic form.
func (s *Square) UnmarshalText(text []byte) error {
	if len(text) != 2 || text[0]-'a' > 7 || text[1]-'1' > 7 {
		return errors.New("board: " + strconv.Quote(string(text)) + " is not a square: want a file a to h and a rank 1 to 8")
	}
	*s = Square(text[1]-'1')<<3 | Square(text[0]-'a')
	return nil
}
