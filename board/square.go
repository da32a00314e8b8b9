package board

import "github.com/chesszip/chesszip/bitboard"

// Square is one of the 64 squares, a1 = 0, b1 = 1, ... h8 = 63.
type Square = bitboard.Square

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

// ParseSquare reads a square in algebraic form, such as "e4".
func ParseSquare(s string) (sq Square, err error) {
	err = sq.UnmarshalText([]byte(s))
	return sq, err
}
