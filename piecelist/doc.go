// Package piecelist stores a board as a list of its pieces, which is short if few
// pieces are left.
//
//	err := piecelist.Combinations.Write(bits, &b)
//	b, err := piecelist.Combinations.Read(bits)
//
// # Format
//
// White, then Black:
//
//	| king 6 | pawns? 1 | count-1 3 | pawns | pieces 4 | kind 2, square 6 | ... |
//
//	king     its square
//	pawns?   0: none, and the next two fields are left out
//	count-1  number of pawns less one
//	pawns    their squares, among the 48 of the ranks 2 to 7, by one
//	         of the four layouts below, in as many bits as the largest value
//	pieces   how many knights, bishops, rooks and queens, 0 to 15
//	kind     0 knight, 1 bishop, 2 rook, 3 queen; in the order of squares,
//	         a1 to h8
//
// The layouts of the pawns, with the bits of eight pawns of each side:
//
//	Combinations   the number of the set among sets of the same size; Black's pawns
//	               are counted on the squares without White's  29 + 27
//	Base48         a digit to the base 48 for each pawn              45 + 45
//	Picks          radix 48 for the first, 47 for the next ...       44 + 44
//	SkippingPicks  as Picks; Black's skip White's squares            44 + 42
//
// Combinations is the one in use; the others are its classic predecessors. In every
// layout the pawns are in the order of squares, so each board has one code.
//
// A board must have exactly one king of each colour, at most eight pawns and fifteen
// other pieces of a colour, and no pawn on rank 1 or 8.
package piecelist
