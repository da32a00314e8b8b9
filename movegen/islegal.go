package movegen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// IsLegal reports whether m is a legal move of p. The null move never is.
func IsLegal(p *board.Position, m board.Move) bool {
	k, to := p.KindAt(m.From()), m.To()
	if m != board.NewMove(m.From(), to, m.Promotion()) {
		return false // an idle bit is set
	}
	if k == board.King && m.Promotion() == board.NoKind && p.At(to) == board.PieceOf(p.Turn, board.Rook) {
		return m == Castling(p, sideOf(m))
	}
	return Origins(p, k, to, m.Promotion()).Has(m.From())
}

// sideOf returns the side to which the castling move m goes.
func sideOf(m board.Move) board.Side {
	if m.To() < m.From() {
		return board.QueenSide
	}
	return board.KingSide
}

// Castling returns the legal castling move of p to a side, or board.NullMove.
func Castling(p *board.Position, side board.Side) board.Move {
	if !p.Castling.Any(p.Turn) {
		return board.NullMove
	}
	var v view
	if v.read(p); v.royal == noRoyal {
		return board.NullMove
	}
	_, rooks := v.kingMoves(p)
	for ; rooks != 0; rooks = rooks.WithoutFirst() {
		if m := board.NewMove(v.royal, rooks.First(), board.NoKind); sideOf(m) == side {
			return m
		}
	}
	return board.NullMove
}

// HasLegal reports whether p has a legal move. It is faster than CountLegal where the
// king has a step.
func HasLegal(p *board.Position) bool {
	var v view
	if v.readPieces(p); v.royal != noRoyal {
		for to := bitboard.KingAttacks(v.royal) &^ v.us; to != 0; to = to.WithoutFirst() {
			if !v.attacked(p.Turn, to.First(), v.occ^v.kings, v.them) {
				return true
			}
		}
	}
	return CountLegal(p) > 0
}
