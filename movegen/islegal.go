package movegen

import (
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// IsLegal reports whether m is a legal move of p. The null move never is.
func IsLegal(p *board.Position, m board.Move) bool {
	var v view
	v.read(p)
	var most [32]board.Move // of a piece: a queen has 27
	var moves []board.Move
	if f := bitboard.Of(uint8(m.From())); v.kings&f == 0 {
		v.pawns, v.knights, v.bishops = v.pawns&f, v.knights&f, v.bishops&f
		v.rooks, v.queens = v.rooks&f, v.queens&f
		moves = v.appendPieces(most[:0], p)
	} else {
		v.kings &= f
		moves = v.appendKings(most[:0], p)
	}
	return slices.Contains(moves, m)
}
