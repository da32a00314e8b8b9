package moves

import (
	"golang.org/x/sys/cpu"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/internal/model/network"
)

// hash is hashCells for the slots from first on. With AVX2 it hashes eight cells at once,
// and prefetches their weights.
func (f *Features) hash(cells []uint32, first int, around *[4]uint64) {
	if cpu.X86.HasAVX2 {
		hashWide(&cells[0], len(cells), &f.rows[first], around, uint64(f.Lines), f.table)
	} else {
		hashCells(cells, f.rows[first:], around, uint64(f.Lines))
	}
}

// spread is spreadPiece.
func spread(at *[slots]uint32, piece *[numPiece]uint32, to uint32) {
	if cpu.X86.HasAVX2 {
		spreadWide(&at[0], &piece[0], to)
	} else {
		spreadPiece(at, piece, to)
	}
}

// fetch is fetchWeights without checks of bounds: places are within the table.
func fetch(to *network.Weights, weights []byte, list []uint32) int32 {
	return fetchWide(&to[0], &weights[0], &list[0], len(list))
}

// hashWide hashes n cells, and prefetches the bytes of table there, if that is not nil.
//
//go:noescape
func hashWide(cells *uint32, n int, rows *uint64, around *[4]uint64, lines uint64, table *byte)

//go:noescape
func spreadWide(at, piece *uint32, to uint32)

// fetchWide fetches n weights.
//
//go:noescape
func fetchWide(to *int16, table *byte, list *uint32, n int) int32

// reached is pieces.reach.
func reached(m *pieces, occ bitboard.Set, flip bitboard.Square) bitboard.Set {
	switch {
	case !cpu.X86.HasAVX2:
		return m.reach(occ, flip)
	case flip != 0:
		return reachWide(m, 0, m[pawn], occ)
	}
	return reachWide(m, m[pawn], 0, occ)
}

// reachWide is pieces.reach, for pawns that move up and such that move down.
//
//go:noescape
func reachWide(m *pieces, up, down, occ bitboard.Set) bitboard.Set
