// Package replay stores the moves of a game so that they replay as fast as possible. A
// move takes a byte, which names a piece and its target, so that no legal moves are
// generated. A search for positions uses these replay moves; the frames of the games
// hold the moves in fewer bits.
//
// # Format
//
// A move is one byte, or three. All squares are seen by the player to move: for Black the
// ranks are mirrored:
//
//	  0 to 55   foremost pawn of a file: 7 * file + step; step 0 ahead, 1 two
//	            ahead, 2 captures to the left, 3 to the right; 4 ahead, 5 to the
//	            left, 6 to the right and becomes a queen
//	 56 to 87   rearmost pawn of a file that has two or more: 4 * file + step
//	 88 to 103  knight: 8 * which + direction
//	104 to 135  bishop: 16 * which + line
//	136 to 167  rook: 16 * which + line
//	168 to 199  queen: line of a rook, or 16 + line of a bishop
//	200 to 207  king: direction
//	208, 209    castling to the king's side, to the queen's
//	254         null move
//	255         any other: | move 2 |, little-endian, as in package board
//
//	which      0 the piece on the lowest square, 1 the one on the highest if there
//	           are two or more; of queens and kings the lowest
//	direction  by files and ranks to the target. Knight: (1, 2), (2, 1), (2, -1),
//	           (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2); king: (0, 1), (1, 1),
//	           (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
//	line       of a rook: the file of a target on its rank, or 8 + the rank of one
//	           on its file; of a bishop: the file of a target on the diagonal up
//	           and to the right, or 8 + that of one on the other
//
// The package depends on neither PGN nor frames.
package replay

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/movegen"
)

// AppendMove appends the code of a move of p.
func AppendMove(dst []byte, p *board.Position, m board.Move) []byte {
	code := codeOf(p, m)
	if dst = append(dst, code); code == other {
		dst = append(dst, byte(m), byte(m>>8))
	}
	return dst
}

// Count returns the number of half-moves of codes.
func Count(codes []byte) (n int) {
	for i := 0; i < len(codes); i++ {
		if n++; codes[i] == other {
			i += 2
		}
	}
	return n
}

// Append appends the codes of a line of moves from start.
func Append(dst []byte, start *board.Position, moves []board.Move) []byte {
	p := *start
	for _, m := range moves {
		dst = AppendMove(dst, &p, m)
		movegen.Make(&p, m)
	}
	return dst
}

// Next reads the first move of codes, which are not empty, and returns the rest. ok is
// false if there is no such move of p; that it is legal is not checked.
func Next(p *board.Position, codes []byte) (m board.Move, rest []byte, ok bool) {
	if codes[0] == other {
		if len(codes) < 3 {
			return 0, nil, false
		}
		return board.Move(codes[1]) | board.Move(codes[2])<<8, codes[3:], true
	}
	m, ok = moveOf(p, codes[0])
	return m, codes[1:], ok
}

// Each calls yield with start and NullMove, and then with each position of a line and the
// move that led to it, until yield returns false. Each reuses the position. The error is
// a *corrupt.Error for the part that was read.
func Each(start *board.Position, codes []byte, yield func(p *board.Position, m board.Move) bool) error {
	p := *start
	if !yield(&p, board.NullMove) {
		return nil
	}
	q := quickTables()
	standard := p == board.Start()
	for rest := codes; len(rest) > 0; {
		if standard && rest[0] < castlings {
			if m, ok := q.play(&p, rest[0]); ok {
				if rest = rest[1:]; !yield(&p, m) {
					return nil
				}
				continue
			}
		}
		at := len(codes) - len(rest)
		m, after, ok := Next(&p, rest)
		if !ok {
			return corrupt.Newf("byte %d of %d replay moves is not a move", at, len(codes))
		}
		rest = after
		movegen.Make(&p, m)
		if !yield(&p, m) {
			return nil
		}
	}
	return nil
}
