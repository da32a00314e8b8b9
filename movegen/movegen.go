// Package movegen holds the rules of movement. It lists the legal moves of a
// position, in an order that is part of the file format, and plays moves.
//
//	legal := movegen.AppendLegal(legal[:0], &p)
//	movegen.Make(&p, legal[0])
//	check := movegen.InCheck(&p)
//
// # Order
//
// The order of the legal moves is frozen, see docs/spec/moves.md:
//
//  1. the kind of the moving piece: pawn, knight, bishop, rook, queen, king;
//  2. its square, ascending from a1 = 0, b1 = 1, ... to h8 = 63;
//  3. the square it goes to, ascending;
//  4. the kind a pawn promotes to: knight, bishop, rook, queen;
//
// and after all of these the castling moves, ascending by the rook's square.
// The order is the same for both colours.
//
// # Positions no game reaches
//
// Every board.Position has a list of legal moves, and nothing here panics:
//
//   - A player with exactly one king is bound by check. A player with none or
//     several is not: he is never in check, and all his kings move freely.
//   - Any piece can be captured, even a king.
//   - Pawns on ranks 1 and 8 move by the usual rules: one step forward, two
//     from the player's second rank only, none off the board.
//   - En passant needs the square of the right rank, empty, with an enemy pawn
//     that has just passed it: behind it the pawn, before it an empty square.
//   - A right to castle needs its player's only king on his first rank and a
//     rook of his on the named file, on the named side of the king; else it
//     is idle.
package movegen
