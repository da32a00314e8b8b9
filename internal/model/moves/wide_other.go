//go:build !amd64

package moves

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/internal/model/network"
)

func (f *Features) hash(cells []uint32, first int, around *[4]uint64) {
	hashCells(cells, f.rows[first:], around, uint64(f.Lines))
}

func spread(at *[slots]uint32, piece *[numPiece]uint32, to uint32) { spreadPiece(at, piece, to) }

func fetch(to *network.Weights, weights []byte, list []uint32) int32 {
	return fetchWeights(to, weights, list)
}

func reached(m *pieces, occ bitboard.Set, flip bitboard.Square) bitboard.Set {
	return m.reach(occ, flip)
}
