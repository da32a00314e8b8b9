// Package huffman makes canonical prefix codes and stores boards with them.
//
//	err := huffman.Diff{}.Write(bits, &b)            // 5 bits for the start position
//	c, err := huffman.Build(weights, huffman.MaxLen) // a code of one's own
//
// Code, New, Build and Lengths are the codes themselves. Two board schemes are
// made of them; both hold any board at all:
//
//	Board   a word for each square
//	Diff    what differs from the start position
//
// # Format of Board
//
//	| a1 | b1 | ... | h8 |    the word of the piece, or of the empty square
//
// The Classic words are those of the weights below, by which the start
// position takes 164 bits. The Counted ones follow the pieces of 90,227 real
// positions, counts.go; as it turns out the classic weights are so well chosen
// that the counts give every piece a word of the same length.
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
//	rest         64 in the run's code: nothing differs any more; it is left out
//	             where h8 differs, since nothing is left to say
//
// Differences that make no piece (a kind of 7, a black empty square) have no
// word; a run that leaves the board is refused; so each board has one code.
package huffman
