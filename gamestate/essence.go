package gamestate

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Essence returns p reduced to what the rule of repetition compares: two positions
// are the same by that rule if and only if their essences are equal. It removes idle
// rights to castle and an en passant square where no pawn can legally capture; the
// half-move clock becomes 0 and the move number 1. See State for idle rights.
func Essence(p *board.Position) board.Position {
	return board.Position{
		Board: p.Board, Turn: p.Turn,
		Castling: p.UsableRights(), EnPassant: movegen.LegalEnPassant(p),
		FullmoveNumber: 1,
	}
}
