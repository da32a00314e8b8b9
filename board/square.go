package board

import "fmt"

// Square is one of the 64 squares, a1 = 0, b1 = 1, ... h8 = 63.
type Square uint8

// The squares, rank by rank.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
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

// MarshalText returns the square in algebraic form. It fails for a value above
// H8.
func (s Square) MarshalText() ([]byte, error) {
	if s > H8 {
		return nil, fmt.Errorf("board: %d is not a square: want 0 to 63", uint8(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads a square in algebraic form.
func (s *Square) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSquare(string(text))
	return err
}
