// Package replay stores the moves of a game so that they replay as fast as possible. A
// move takes a byte, which names a piece and its target, so that no legal moves are
// generated. A search for positions uses these replay moves; the frames of the games
// hold the moves in fewer bits.
//
// # Format of a game
//
//	| pieces 1 | start | move | move | ... |
//
//	pieces bits 0 to 6: number of pieces on the board at the end;
//	       bit 7: the game has another start than standard chess
//	start  if so: length uvarint, FEN
//
// A game of no bytes has no known position. A move is one byte. All squares are seen by
// the player to move: for Black the ranks are mirrored:
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
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/movegen"
)

// elsewhere is the bit of the first byte for another start.
const elsewhere = 1 << 7

// Append appends the replay moves of a game from start to dst.
func Append(dst []byte, start *board.Position, moves []board.Move) []byte {
	at, p := len(dst), *start
	dst = append(dst, 0)
	if p != board.Start() {
		dst[at] = elsewhere
		dst = binfmt.AppendBytes(dst, p.AppendFEN(nil))
	}
	for _, m := range moves {
		code := codeOf(&p, m)
		dst = append(dst, code)
		if code == other {
			dst = append(dst, byte(m), byte(m>>8))
		}
		movegen.Make(&p, m)
	}
	dst[at] |= byte(p.Occupied().Count())
	return dst
}

// Pieces returns the number of pieces on the board at the end of a game in the form of
// Each, -1 for a game of no bytes.
func Pieces(game []byte) int {
	if len(game) == 0 {
		return -1
	}
	return int(game[0] &^ elsewhere)
}

// FromStart reports whether a game starts from the standard start position.
func FromStart(game []byte) bool { return len(game) > 0 && game[0]&elsewhere == 0 }

// Each calls yield with the start position of a game and NullMove, and then with each
// position and the move that led to it, until yield returns false. Each reuses the
// position. The error is a *corrupt.Error for the part that was read.
func Each(game []byte, yield func(p *board.Position, m board.Move) bool) error {
	if len(game) == 0 {
		return nil
	}
	p := board.Start()
	rest := game[1:]
	if game[0]&elsewhere != 0 {
		fen, after, err := binfmt.Bytes(rest)
		if err == nil {
			p, err = board.ParseFEN(string(fen))
		}
		if err != nil {
			return corrupt.Newf("the start position cannot be read: %v", err)
		}
		rest = after
	}
	if !yield(&p, board.NullMove) {
		return nil
	}
	q := quickTables()
	standard := FromStart(game)
	for i := 0; i < len(rest); i++ {
		if standard && rest[i] < castlings {
			if m, ok := q.play(&p, rest[i]); ok {
				if !yield(&p, m) {
					return nil
				}
				continue
			}
		}
		m, ok := moveOf(&p, rest[i])
		if rest[i] == other && i+2 < len(rest) {
			m, ok = board.Move(rest[i+1])|board.Move(rest[i+2])<<8, true
			i += 2
		}
		if !ok {
			return corrupt.Newf("byte %d of %d replay moves is not a move", len(game)-len(rest)+i, len(game))
		}
		movegen.Make(&p, m)
		if !yield(&p, m) {
			return nil
		}
	}
	return nil
}
