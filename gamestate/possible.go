package gamestate

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// CastlingRooks returns, for White's king side and queen side and then Black's, the
// rooks that each right to castle may belong to, judged by the board alone: those on
// the colour's first rank, on that side of its only king there. In the standard game,
// which is the second result, king and rooks stand on the files e, a and h.
func CastlingRooks(p *board.Position) (wide, standard [4]bitboard.Set) {
	w, s := castlingRooks(p)
	return w, s
}
