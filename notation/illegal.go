package notation

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// illegal returns the error for a move that is not legal: of a piece of kind k from
// one of some squares to another. It is ErrInCheck if nothing but a check forbids it.
func illegal(text []byte, p *board.Position, k board.Kind, from bitboard.Set, to board.Square, promotion board.Kind) error {
	own := p.Color(p.Turn)
	kings := own & p.Kind(board.King)
	q, blocked := *p, *p
	for s := kings; s != 0; s = s.WithoutFirst() {
		// A knight is in the way as the king is, and may be attacked.
		q.Put(s.First(), board.PieceOf(p.Turn, board.Knight))
	}
	kind := ErrNoPiece
	switch {
	case k != board.King:
		if from&movegen.Origins(&q, k, to, promotion)&^kings != 0 {
			kind = ErrInCheck
		}
	case !own.Has(to) && from&kings&p.Attackers(p.Turn, to, p.Occupied()) != 0:
		kind = ErrInCheck
	default:
		// In blocked all pieces stand in the way of castling, and none attacks.
		for s := p.Color(p.Turn.Other()); s != 0; s = s.WithoutFirst() {
			blocked.Put(s.First(), board.PieceOf(p.Turn, board.Knight))
		}
		for side := board.KingSide; side <= board.QueenSide; side++ {
			m := movegen.Castling(&blocked, side)
			if m != board.NullMove && from.Has(m.From()) && (to == m.To() || to == movegen.CastlingTarget(m)) {
				kind = ErrInCheck
			}
		}
	}
	return moveError(text, kind)
}
