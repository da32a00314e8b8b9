package movegen

import (
	"math"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Make plays m, a legal move of p, or board.NullMove, which passes the turn.
//
// The square jumped over by a pawn becomes the en passant square whether or not an
// enemy pawn can capture there. A right ends when its king moves, and when any piece
// leaves or enters the square of its rook. The counters stop at 65535. For an illegal
// move the result is some position; Make never panics.
func Make(p *board.Position, m board.Move) {
	turn := p.Turn
	p.Turn = turn.Other()
	if p.HalfmoveClock != math.MaxUint16 {
		p.HalfmoveClock++
	}
	if turn != board.White && p.FullmoveNumber != math.MaxUint16 {
		p.FullmoveNumber++
	}
	enPassant := p.EnPassant
	p.EnPassant = 0
	if m == board.NullMove {
		return
	}
	from, to := uint(m.From()), uint(m.To())
	kind := p.KindAt(board.Square(from))
	arrives := kind
	gone := bitboard.Set(1)<<from | 1<<to
	capture := p.Occupied()>>to&1 != 0
	switch {
	case kind == board.Pawn:
		p.HalfmoveClock = 0
		switch d := int(to) - int(from); {
		case d == 16 || d == -16:
			p.EnPassant = board.Square((from + to) / 2)
		case to == uint(enPassant) && !capture && d&7 != 0:
			// The captured pawn stands on the capturer's rank.
			gone |= 1 << (from&^7 | to&7)
		}
		if k := m.Promotion(); k != board.NoKind {
			arrives = k
		}
	case capture:
		if kind == board.King && p.At(board.Square(to)) == board.PieceOf(turn, board.Rook) {
			p.Castling = p.Castling.WithoutColor(turn)
			castle(p, m.From(), m.To(), turn)
			return
		}
		p.HalfmoveClock = 0
	}
	if p.Castling != 0 {
		p.Castling = rightsAfter(p.Castling, turn, kind, m.From(), m.To())
	}
	p.Replace(gone, board.Square(to), turn, arrives)
}

func castle(p *board.Position, king, rook board.Square, turn board.Color) {
	kTo, rTo := castlingTargets(king, sideOf(board.NewMove(king, rook, board.NoKind)))
	p.Put(king, board.Empty)
	p.Put(rook, board.Empty)
	p.Put(kTo, board.PieceOf(turn, board.King))
	p.Put(rTo, board.PieceOf(turn, board.Rook))
}

// rightsAfter returns the rights that are left of r after a move.
func rightsAfter(r board.Rights, turn board.Color, kind board.Kind, from, to board.Square) board.Rights {
	if kind == board.King {
		r = r.WithoutColor(turn)
	}
	if (bitboard.Of(from)|bitboard.Of(to))&(bitboard.Rank1|bitboard.Rank8) == 0 {
		return r
	}
	for c, home := range [2]board.Square{0, 56} {
		for side := board.KingSide; side <= board.QueenSide; side++ {
			file, ok := r.RookFile(board.Color(c), side)
			if sq := home | board.Square(file); ok && (sq == from || sq == to) {
				r = r.Without(board.Color(c), side)
			}
		}
	}
	return r
}
