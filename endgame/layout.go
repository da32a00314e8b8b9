package endgame

import "github.com/chesszip/chesszip/board"

// A base is stored in blocks that are read on their own. A block is all
// positions with the same places of White's king and of White's first piece, of
// the king alone if there is one piece:
//
//	block   White's king, first piece
//	plane   the block's positions with the same place of the last piece
//	cell    the plane's position with one place of Black's king
//
// So the replies to a position, the moves of the last piece, and the replies to
// these are all found in one block.
type layout struct {
	ending
	blocks []placement    // by number: White's king and, if there are two, the first piece
	number [64 * 64]int16 // of a block by White's king x 64 + first piece, or -1
	home   [64]uint8      // the symmetry that brings White's king where blocks have him
	fixed  [64]bool       // whether exchanging files and ranks leaves a king of a block where he is
}

// newLayout numbers the blocks of an ending with one or two pieces.
func newLayout(e ending) *layout {
	l := &layout{ending: e}
	for i := range l.number {
		l.number[i] = -1
	}
	g := e.geometry()
	for w := range uint8(64) {
		// Black's king on White's square decides nothing.
		l.home[w] = g.towards(w, w)
		l.fixed[w] = g.alike == 8 && onDiagonal(w)
	}
	for w := range uint8(64) {
		if l.home[w] != 0 {
			continue
		}
		for first := range uint8(64) {
			p := placement{white: w}
			switch {
			case e.count == 1 && first > 0,
				e.count == 2 && (first == w || l.fixed[w] && above(first)):
				continue
			case e.count == 2:
				p.pieces[0] = first
			}
			l.number[int(w)<<6|int(first)] = int16(len(l.blocks))
			l.blocks = append(l.blocks, p)
		}
	}
	return l
}

// locate returns the block, the plane and the cell that a possible placement is
// stored in. Of the placements that are alike, and of the two orders of twins, it is
// the one with the lowest first piece, then Black's king, then last piece.
func (l *layout) locate(p placement) (block int, last, black uint8) {
	s := l.home[p.white]
	white := symmetries[s][p.white]
	best := l.key(p, s)
	if l.fixed[white] {
		best = min(best, l.key(p, s^transpose))
	}
	return int(l.number[int(white)<<6|best>>12]), uint8(best & 63), uint8(best >> 6 & 63)
}

// key orders the placements that locate chooses from.
func (l *layout) key(p placement, symmetry uint8) int {
	s := &symmetries[symmetry]
	black := int(s[p.black]) << 6
	if l.count == 1 {
		return black | int(s[p.pieces[0]])
	}
	a, b := int(s[p.pieces[0]]), int(s[p.pieces[1]])
	if l.twins() && b < a {
		a, b = b, a
	}
	return a<<12 | black | b
}

// stored reports whether the placement, as it stands in a block, is the one of
// those that are alike that is stored.
func (l *layout) stored(p placement) bool {
	if !l.fixed[p.white] && !l.twins() {
		return true
	}
	key := int(p.black)<<6 | int(p.pieces[l.count-1])
	if l.count == 2 {
		key |= int(p.pieces[0]) << 12
	}
	return key <= l.key(p, 0) && (!l.fixed[p.white] || key <= l.key(p, transpose))
}

// planes returns the places of the last piece in the order in which a block
// stores them, so that many of his moves lead to planes that come before: a
// knight's from the squares of the first piece's colour, which come first, to
// the others; a pawn's from the last rank down.
func (l *layout) planes(block placement) []uint8 {
	order := make([]uint8, 0, 64)
	switch l.kinds[l.count-1] {
	case board.Pawn:
		for sq := 63; sq >= 0; sq-- {
			order = append(order, uint8(sq))
		}
	case board.Knight:
		for _, other := range []bool{false, true} {
			for sq := range uint8(64) {
				if (light(sq) != light(block.pieces[0])) == other {
					order = append(order, sq)
				}
			}
		}
	default:
		for sq := range uint8(64) {
			order = append(order, sq)
		}
	}
	return order
}

// beside reports whether the planes to compare a plane with are those next to
// it, as has the last piece one square along a rank or a file. Else they are
// those a little further: of the knight's first planes and of a bishop, who
// stays on one colour.
func (l *layout) beside(block placement, last uint8) bool {
	switch l.kinds[l.count-1] {
	case board.Knight:
		return light(last) != light(block.pieces[0])
	case board.Bishop:
		return false
	}
	return true
}

// light reports whether sq is a light square.
func light(sq uint8) bool { return (sq>>3+sq)&1 != 0 }
