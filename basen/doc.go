// Package basen writes boards and choices as digits of one integer.
//
//	n, err := basen.NumberOf(&position)  // the number of a position, among 2^152.7
//	position, err := n.Position()
//	err = basen.Base13{}.Write(bits, &b) // a board scheme: 237 bits for any board
//
// Three board schemes take the same number of bits for every board:
//
//	Nibble     256 bits   16 values a square; the three spare ones mark pieces
//	Base13     237 bits   13 values a square
//	Variable   233 bits   13 values a square, 11 on the first and last rank
//
// The exact numbering counts only possible positions: Number for whole positions (153
// bits), and the board scheme Numbered (152 bits). In Mixed integers every digit has
// its own radix.
//
// # Format
//
// Squares go from a1 over b1 to h8; a1 is the highest digit. A digit is the
// number of the piece: 0 empty, 1 to 6 the white pawn, knight, bishop, rook,
// queen and king, 7 to 12 the black ones.
//
//	Nibble     | a1 | b1 | c1 | ... | h8 |    4 bits each
//	           13 a king, 14 a rook, 15 a pawn that carries a mark
//
//	Base13     | a1*13^63 + b1*13^62 + ... + g8*13 + h8 |    237 bits
//
//	Variable   the same with radix 11 on the ranks 1 and 8, where no pawn
//	           stands and the digits close up: 0 empty, 1 to 5 white, 6 to 10
//	           black knight, bishop, rook, queen and king              233 bits
//
//	Number     | cells before | digits of the cell, mixed radix | side to move |
//	           which material comes before; pawns, squares, pieces, rights
//
//	Numbered   the same without rights and side to move              152 bits
//
// The high bit of an integer is written first. Reading refuses bits that are not a
// board's (an integer that is too large, an impossible mark), so each board has one
// code.
//
// All values are equally long: the package does not favour likely ones.
package basen
