package codec

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Polyglot returns the 64-bit Zobrist hash of p that opening books of the Polyglot
// format, and many programs and databases, use as its key. Two positions may share a
// hash, and the position cannot be recovered from it; Key has neither fault. Counters
// are left out. The file of the en passant square counts if a pawn of the side to
// move stands beside the pawn that has just jumped, whether or not it can legally
// capture. A right to castle counts by its side, whatever the file of its rook.
//
// The format is described at http://hgm.nubati.net/book_format.html.
func Polyglot(p *board.Position) uint64 {
	const castling, enPassant, turn = 768, 772, 780
	var hash uint64
	for s := p.Occupied(); s != 0; s = s.WithoutFirst() {
		piece := p.At(s.First())
		row := 2 * (int(piece.Kind()) - 1)
		if piece.Color() == board.White {
			row++
		}
		hash ^= polyglotRandom[64*row+int(s.First())]
	}
	for c := board.White; c <= board.Black; c++ {
		for side := board.KingSide; side <= board.QueenSide; side++ {
			if _, ok := p.Castling.RookFile(c, side); ok {
				hash ^= polyglotRandom[castling+2*int(c)+int(side)]
			}
		}
	}
	if captureBeside(p) {
		hash ^= polyglotRandom[enPassant+p.EnPassant.File()]
	}
	if p.Turn == board.White {
		hash ^= polyglotRandom[turn]
	}
	return hash
}

// captureBeside reports whether p has an en passant square, and a pawn of the
// side to move beside the pawn that jumped over it.
func captureBeside(p *board.Position) bool {
	if p.EnPassant == 0 {
		return false
	}
	jumped := bitboard.Of(p.EnPassant)
	pawns := p.Pieces(board.PieceOf(p.Turn, board.Pawn))
	if p.Turn == board.White {
		return bitboard.PawnsAttacksDown(jumped)&pawns != 0
	}
	return bitboard.PawnsAttacksUp(jumped)&pawns != 0
}
