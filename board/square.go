package board

import "fmt"

// Square is one of the 64 squares, a1 = 0, b1 = 1, ... h8 = 63.
type Square uint8

// The squares the rules name.
const (
	A1 Square = 0
	C1 Square = 2
	D1 Square = 3
	E1 Square = 4
	F1 Square = 5
	G1 Square = 6
	H1 Square = 7
	A8 Square = 56
	C8 Square = 58
	D8 Square = 59
	E8 Square = 60
	F8 Square = 61
	G8 Square = 62
	H8 Square = 63
)

// SquareAt returns the square on the given file (0 = a) and rank (0 = rank 1).
// Both must be in 0..7.
func SquareAt(file, rank int) Square { return Square(rank<<3 | file) }

// File returns the file of s, 0 = a to 7 = h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of s, 0 = rank 1 to 7 = rank 8.
func (s Square) Rank() int { return int(s >> 3) }

// String returns the square in algebraic form, such as "e4".
func (s Square) String() string {
	if s > H8 {
		return fmt.Sprintf("Square(%d)", uint8(s))
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads a square in algebraic form, such as "e4".
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return 0, fmt.Errorf("board: %q is not a square: want a file a to h and a rank 1 to 8", s)
	}
	return SquareAt(int(s[0]-'a'), int(s[1]-'1')), nil
}
