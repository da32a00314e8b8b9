package roll

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// likes finds earlier positions that are much like one, however far back: those
// that were the last with the same part. It is a writer's: readers are told.
type likes struct {
	last [numParts][]int32 // by hash of the part: 1 + index
}

const (
	numParts  = 14
	likesSize = 16
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
		h[i] = uint32(hashOf(uint64(i), &planes, mask) >> (64 - likesSize))
	}
	return h
}

// hashOf is a hash of what stands on some squares.
func hashOf(h uint64, planes *[4]bitboard.Set, mask bitboard.Set) uint64 {
	for _, s := range planes {
		h = (h ^ uint64(s&mask)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h * 0x9e3779b97f4a7c15
}

// next calls found with the indices of positions that share a part with p, and
// remembers p, the position with the index n.
func (l *likes) next(p *board.Position, n int, found func(i int)) {
	h := parts(p)
	for i := range l.last {
		if l.last[i] == nil {
			l.last[i] = make([]int32, 1<<likesSize)
		}
		at := &l.last[i][h[i]]
		if *at > 0 {
			found(int(*at) - 1)
		}
		*at = int32(n) + 1
	}
}
