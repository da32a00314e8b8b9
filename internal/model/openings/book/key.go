package book

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// factor is an odd number with random bits.
const factor = 0x9e3779b97f4a7c15

// Key returns a hash of a position: the board, the side to move, the rights to
// castle, and the en passant square if a pawn can capture there. Transpositions have
// the same Key.
func Key(p *board.Position) uint64 {
	rest := uint64(p.Turn) | uint64(p.Castling)<<8
	if p.EnPassant != 0 {
		rest |= uint64(movegen.LegalEnPassant(p)) << 32
	}
	pl := p.Board.Planes()
	return Mix(0, uint64(pl[0]), uint64(pl[1]), uint64(pl[2]), uint64(pl[3]), rest)
}

// Mix returns a hash of h and all parts.
func Mix(h uint64, parts ...uint64) uint64 {
	for _, x := range parts {
		h = (h ^ x) * factor
		h ^= h >> 29
	}
	return h * factor
}
