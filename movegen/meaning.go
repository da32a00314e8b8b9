package movegen

import (
	"slices"

	"github.com/chesszip/chesszip/board"
)

// Resolve returns the legal move of p that m, a move of another program, means; ok is
// false if there is none. If m is legal, that is m itself. Otherwise m may be
// castling written as the king's own move, such as e1g1, or g1g1 for a king that is
// already there: Resolve returns it as the king taking its rook, e1h1. In Chess960
// the king may stand beside its target, where its move is legal without castling:
// Resolve then returns that move. The null move has no meaning.
func Resolve(p *board.Position, m board.Move) (legal board.Move, ok bool) {
	if IsLegal(p, m) {
		return m, true
	}
	if m.Promotion() == board.NoKind && p.KindAt(m.From()) == board.King {
		for side := board.KingSide; side <= board.QueenSide; side++ {
			if c := Castling(p, side); c != board.NullMove && c.From() == m.From() && CastlingTarget(c) == m.To() {
				return c, true
			}
		}
	}
	return board.NullMove, false
}

// Index returns the index in legal, the legal moves of p in any order, of the move
// that m means, as in Resolve, or -1.
func Index(p *board.Position, m board.Move, legal []board.Move) int {
	if i := slices.Index(legal, m); i >= 0 || m.Promotion() != board.NoKind {
		return i
	}
	return slices.IndexFunc(legal, func(l board.Move) bool {
		return l.From() == m.From() && IsCastling(p, l) && CastlingTarget(l) == m.To()
	})
}

// IsCastling reports whether the legal move m of p castles: the king moves to the
// square of its own rook.
func IsCastling(p *board.Position, m board.Move) bool {
	return p.Color(p.Turn).Has(m.To()) && p.KindAt(m.From()) == board.King
}

// CastlingTarget returns the king's square after the castling move m: on the g file
// or the c file.
func CastlingTarget(m board.Move) board.Square {
	king, _ := castlingTargets(m.From(), sideOf(m))
	return king
}

// IsEnPassant reports whether the legal move m of p captures a pawn in passing.
func IsEnPassant(p *board.Position, m board.Move) bool {
	return p.EnPassant != 0 && m.To() == p.EnPassant && m.From().File() != m.To().File() &&
		p.KindAt(m.From()) == board.Pawn && p.At(m.To()) == board.Empty
}

// IsCapture reports whether the legal move m of p captures, in passing or not.
func IsCapture(p *board.Position, m board.Move) bool {
	if m == board.NullMove {
		return false
	}
	return p.Color(p.Turn.Other()).Has(m.To()) || IsEnPassant(p, m)
}
