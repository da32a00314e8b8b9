package movegen

import "github.com/chesszip/chesszip/board"

// InCheck reports whether the side to move is in check. A player without a
// king or with several is never in check.
func InCheck(p *board.Position) bool {
	kings := p.Pieces(board.PieceOf(p.Turn, board.King))
	if kings == 0 || kings.WithoutFirst() != 0 {
		return false
	}
	return p.Attackers(p.Turn.Other(), kings.First(), p.Occupied()) != 0
}

// GivesCheck reports whether the legal move m of p checks the opponent.
func GivesCheck(p *board.Position, m board.Move) bool {
	q := *p
	Make(&q, m)
	return InCheck(&q)
}

// LegalEnPassant returns p.EnPassant if a pawn of the side to move can legally
// capture there, else 0.
func LegalEnPassant(p *board.Position) board.Square {
	if p.EnPassant == 0 {
		return 0
	}
	var v view
	v.readPieces(p)
	if v.enPassant(p) == 0 {
		return 0
	}
	return p.EnPassant
}
