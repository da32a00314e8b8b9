package board

import "github.com/chesszip/chesszip/bitboard"

// Position holds the fields of a FEN: board, side to move, castling rights, en
// passant square and the two counters. The zero Position is an empty board with White
// to move. Positions compare with ==, exactly as their FENs would.
type Position struct {
	Board
	Turn     Color
	Castling Rights
	// EnPassant is the square that a pawn has just jumped over, as given by the text,
	// whether or not a capture there is legal. Zero (a1, which no pawn jumps over)
	// means none.
	EnPassant Square
	// HalfmoveClock counts the half-moves since a capture or pawn move.
	HalfmoveClock uint16
	// FullmoveNumber counts from 1 and grows after Black's moves. Some files have 0,
	// which is kept.
	FullmoveNumber uint16
}

// Start returns the start position of standard chess.
func Start() Position { return start }

var start = newStart()

func newStart() Position {
	p := Position{
		Castling:       NewRights(7, 0, 7, 0),
		FullmoveNumber: 1,
	}
	for f, k := range [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook} {
		p.Put(SquareAt(f, 0), PieceOf(White, k))
		p.Put(SquareAt(f, 1), WhitePawn)
		p.Put(SquareAt(f, 6), BlackPawn)
		p.Put(SquareAt(f, 7), PieceOf(Black, k))
	}
	return p
}

// Jumped returns the squares that a pawn of the side not to move may just have jumped
// over, judged by the board alone: the pawn is in front of the square, which is
// empty, as is the square that the pawn came from.
func (p *Position) Jumped() bitboard.Set {
	empty := ^p.Occupied()
	if p.Turn == Black {
		pawns := p.Pieces(WhitePawn) & (bitboard.Rank1 << 24)
		return pawns >> 8 & empty & (empty << 8)
	}
	pawns := p.Pieces(BlackPawn) & (bitboard.Rank1 << 32)
	return pawns << 8 & empty & (empty >> 8)
}
