package positions

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// similar finds earlier positions similar to a given one, at any distance: the last
// ones that share a part with it.
type similar struct {
	last [numParts][]int32 // by hash of the part: 1 + index
}

const (
	numParts    = 14
	similarSize = 16
)

// parts returns a hash of each part of a position.
func parts(p *board.Position) (h [numParts]uint32) {
	const (
		lower = bitboard.Set(0xffff_ffff)
		homes = bitboard.Set(0xffff_0000_0000_ffff)
		wings = bitboard.Set(0xc3c3_c3c3_c3c3_c3c3)
		left  = bitboard.Set(0x0f0f_0f0f_0f0f_0f0f)
	)
	planes := p.Planes()
	pawns := p.Kind(board.Pawn)
	for i, mask := range [numParts]bitboard.Set{
		lower, ^lower, left, ^left, p.Color(board.White), p.Color(board.Black), pawns, ^pawns,
		homes, ^homes, wings, ^wings, homes&lower & ^pawns | pawns, homes&^lower & ^pawns | pawns,
	} {
		hash := uint64(i)
		for _, s := range planes {
			hash = (hash ^ uint64(s&mask)) * 0x9e3779b97f4a7c15
			hash ^= hash >> 29
		}
		h[i] = uint32(hash * 0x9e3779b97f4a7c15 >> (64 - similarSize))
	}
	return h
}

// next calls found with the indices of positions that share a part with p, and
// records p, the position with the index n.
func (l *similar) next(p *board.Position, n int, found func(i int)) {
	h := parts(p)
	for i := range l.last {
		if l.last[i] == nil {
			l.last[i] = make([]int32, 1<<similarSize)
		}
		at := &l.last[i][h[i]]
		if *at > 0 {
			found(int(*at) - 1)
		}
		*at = int32(n) + 1
	}
}
