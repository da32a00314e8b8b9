// Package huffman builds canonical prefix codes and stores boards with them.
//
//	err := huffman.Diff{}.Write(bits, &b)            // 5 bits for the start position
//	c, err := huffman.Build(weights, huffman.MaxLen) // a code of one's own
//
// Code, New, Build and Lengths are the codes. Two board schemes use them; both hold
// any board:
//
//	Board   a word for each square
//	Diff    the differences from the start position
//
// # Format of Board
//
//	| a1 | b1 | ... | h8 |    the word of the piece, or of the empty square
//
// The Classic words come from the weights below; with them the start position takes
// 164 bits. The Counted words come from the pieces of 90,227 real positions,
// counts.go; every piece has a word of the same length as in Classic.
//
//	          empty   pawn   rook, knight, bishop   queen, king
//	weight       32      8                      2             1   for each colour
//	bits          1      3                      5             6
//
// # Format of Diff
//
// A board is four bit planes, so a square is a number of four bits: the kind
// (0 empty, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king), plus 8 for
// black. The difference of a square is that number XOR the same number in the
// start position. Squares go up the files: a1, a2, ... a8, b1, ... h8.
//
//	| run | difference | run | difference | ... | rest |
//
//	run          number of squares before the next one that differs, 0 to 63,
//	             in a code that depends on the rank where the run begins
//	difference   1 to 15, in a code that depends on the start position's piece
//	rest         64 in the run's code: no further difference; left out if h8
//	             differs
//
// Differences that give no piece (a kind of 7, a black empty square) have no word,
// and Read refuses a run that leaves the board. So each board has one code.
package huffman
