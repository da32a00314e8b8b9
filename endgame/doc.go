// Package endgame solves endings in which one side has only its king, keeps
// them in little space, and answers for their positions: king, bishop and
// knight against king above all; queen, rook, two bishops and a pawn too.
//
//	var b endgame.Base                // answers from what comes with the package
//	o, err := b.Probe(&p)             // won in 23 moves
//	m, o, err := b.Best(&p)           // by Ne2
//	t, err := endgame.Solve("KRK", nil)
//
// Solve works an ending out from its mates backwards and has the distance to
// mate of every position in memory. Base has the same knowledge in compressed
// bases of together 300 kB, which a program links only if it uses one. Cube
// reads the classic file in which the position is the address.
//
// Everything is as if White had the pieces; where Black has them, the board is
// turned round. Distances are to mate, not to the next capture or pawn's move.
// The fifty-move rule does not enter into them: the longest mates take 33
// moves, so that it matters only in positions that come with half-moves on the
// clock; Outcome.Late says when.
//
// # Bases
//
// A base stores the moves to mate with White to move, 0 for a draw, of one
// placement of each that are alike: turned and mirrored boards, and left and
// right alone where there is a pawn; of two pieces of one kind, one order. It is
// cut into blocks that are read on their own, one for each place of White's
// king and first piece:
//
//	| magic 4 | name | model | lengths of blocks | blocks | checksum 4 |
//
//	block   plane | plane | ... | plane      one for each square of the last piece
//	plane   cell | cell | ... | cell         one for each square of Black's king
//	cell    draw? | at least n? | ...        yes or no, coded by the range coder
//
// There are no cells for what cannot be: pieces on one square, kings that touch,
// Black in check. What the last piece's moves to earlier planes achieve bounds a
// cell from above, and what moves from earlier planes to this one must have
// achieved bounds it from below; between the bounds, neighbours predict it.
// docs/spec/endings.md says all of it. With Black to move the distance is the
// longest of his replies', and a best move is one that leads to a position
// lost in one half-move less.
//
// # Cubes
//
// The classic file of K+B+N v K has no header and no compression. The bishop
// stands on a light square; dark ones are looked up in the mirror.
//
//	address   white king 6 | bishop/2 5 | knight 6 | black king 6      bits
//	entry     | distance 8 | piece 2 | to 6 |      square = x + 8y
//
// The distance is moves to mate with White to move, 0 for what is drawn or
// impossible; the piece is 1 king, 2 bishop, 3 knight, and 0 where there is no
// winning move. The file has 64 x 32 x 64 x 64 entries, 16 MiB; without the
// distances, 8 MiB. Of several moves that win equally fast the entry has the
// first in the order of package movegen: the knight's before the bishop's
// before the king's, then the lowest square.
package endgame
