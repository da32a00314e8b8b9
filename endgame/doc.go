// Package endgame solves endings in which one side has only its king, stores them in
// few bytes, and answers for their positions: king, bishop and knight against king,
// and also queen, rook, two bishops, and a pawn.
//
//	var b endgame.Base                // answers from the embedded bases
//	o, err := b.Probe(&p)             // won in 23 moves
//	m, o, err := b.Best(&p)           // by Ne2
//	t, err := endgame.Solve("KRK", nil)
//
// Solve computes an ending backwards from its mates, and keeps the distance to mate
// of every position in memory. Base reads the same distances from compressed bases,
// 300 kB together, which a program links only if it uses one. Cube reads the classic
// file in which the position is the address.
//
// The package treats all positions as if White had the pieces; if Black has them, it
// turns the board round. Distances are to mate, not to the next capture or pawn's
// move, and ignore the fifty-move rule. The longest mates take 33 moves, so the rule
// matters only in positions with half-moves on the clock; see Outcome.Late.
//
// # Bases
//
// A base stores the moves to mate with White to move, 0 for a draw. Of placements
// that are equal by symmetry it stores one: rotated and mirrored boards, only left
// and right with a pawn, and one order of two pieces of one kind. It consists of
// blocks that can be read separately, one for each place of White's king and first
// piece:
//
//	| magic 4 | name | model | lengths of blocks | blocks | checksum 4 |
//
//	block   plane | plane | ... | plane      one for each square of the last piece
//	plane   cell | cell | ... | cell         one for each square of Black's king
//	cell    draw? | at least n? | ...        yes or no, coded by the range coder
//
// Impossible positions have no cell: two pieces on one square, kings that touch,
// Black in check. Moves of the last piece to earlier planes bound a cell from above,
// and moves from earlier planes to this one bound it from below; between the bounds,
// neighbours predict it. See docs/spec/endings.md. With Black to move the distance is
// the longest of his replies. A best move leads to a position that is lost in one
// half-move less.
//
// # Cubes
//
// The classic file of K+B+N v K has no header and no compression. The bishop is on a
// light square; positions with a dark one are mirrored.
//
//	address   white king 6 | bishop/2 5 | knight 6 | black king 6      bits
//	entry     | distance 8 | piece 2 | to 6 |      square = x + 8y
//
// The distance is moves to mate with White to move, 0 for a drawn or impossible
// position. The piece is 1 king, 2 bishop, 3 knight, 0 for no winning move. The file
// has 64 x 32 x 64 x 64 entries, 16 MiB; without the distances, 8 MiB. If several
// moves win equally fast, the entry holds the first in the order of package movegen:
// the knight's before the bishop's before the king's, then the lowest square.
package endgame
