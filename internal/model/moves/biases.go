package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/model/network"
)

// PositionRows appends the rows that bias the hidden units in the current position,
// which has n legal moves: the rows of its classes, one row for each piece, and up to
// three for the last moves.
func (f *Features) PositionRows(dst []uint16, n int) []uint16 {
	v := &f.v
	class := [network.Contexts]uint32{
		v.phase, f.c.o.elo, f.c.o.left, uint32(f.c.gap),
		uint32(min(bits.Len(uint(n))*2+n>>max(bits.Len(uint(n))-2, 0)&1, 15)),
		v.check<<2 | f.c.o.result,
	}
	base := 0
	for i, c := range class {
		dst = append(dst, uint16(base+min(int(c), network.ContextSizes[i]-1)))
		base += network.ContextSizes[i]
	}
	row := uint16(network.PieceRow)
	for _, s := range [2]*pieces{&v.us.pieces, &v.them.pieces} {
		for kind := pawn; kind <= king; kind++ {
			for b := s[kind]; b != 0; b = b.WithoutFirst() {
				dst = append(dst, row+uint16(b.First()))
			}
			row += 64
		}
	}
	if l := f.c.last; l != 0 {
		dst = append(dst, network.ReplyRow+uint16(l.to()), network.StartRow+uint16(l.from()))
	}
	if l := f.c.prior; l != 0 {
		dst = append(dst, network.PlanRow+uint16(l.to()))
	}
	return dst
}

// MoveRows returns the rows that bias the hidden units for the i-th move of Prepare.
func (f *Features) MoveRows(i int) [2]uint16 { return f.acts[i].rows() }

func (a *act) rows() [2]uint16 {
	kind := uint16(a.kind)
	if a.promotion != none && a.promotion != queen {
		kind = 0
	}
	return [2]uint16{network.TargetRow + kind*64 + uint16(a.to), network.OriginRow + kind*64 + uint16(a.from)}
}
