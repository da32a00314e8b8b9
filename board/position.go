package board

import "github.com/chesszip/chesszip/bitboard"

// Position is what a FEN says: board, side to move, castling rights, en
// passant square and the two counters. The zero Position is an empty board
// with White to move. Positions compare with ==, exactly as their FENs would.
type Position struct {
	Board
	Turn     Color
	Castling Rights
	// EnPassant is the square that a pawn has just jumped over, as the text
	// gave it, legal or not. Zero (a1, which no pawn jumps over) means none.
	EnPassant Square
	// HalfmoveClock counts the half-moves since a capture or pawn move.
	HalfmoveClock uint16
	// FullmoveNumber counts from 1 and grows after Black's moves. Some files
	// say 0, which is kept.
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

// Jumped returns the squares that a pawn of the side not to move can just have
// jumped over, as far as the board tells: it stands before, and both squares
// behind it are empty.
func (p *Position) Jumped() bitboard.Set {
	empty := ^p.Occupied()
	if p.Turn == Black {
		pawns := p.Pieces(WhitePawn) & (bitboard.Rank1 << 24)
		return pawns >> 8 & empty & (empty << 8)
	}
	pawns := p.Pieces(BlackPawn) & (bitboard.Rank1 << 32)
	return pawns << 8 & empty & (empty >> 8)
}
