package gamestate

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Essence returns p with only what the rule of repetition asks about, so that
// two positions are the same by it if and only if their essences are equal:
// rights to castle that lie idle and an en passant square where no pawn can
// legally capture are taken off, the half-move clock is 0 and the move number
// 1. State says what idle means.
func Essence(p *board.Position) board.Position {
	return board.Position{
		Board: p.Board, Turn: p.Turn,
		Castling: p.UsableRights(), EnPassant: movegen.LegalEnPassant(p),
		FullmoveNumber: 1,
	}
}
