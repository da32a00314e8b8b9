package endgame

import "github.com/chesszip/chesszip/board"

// A layout numbers the blocks of a base, which can be read separately. A block is all
// positions with the same places of White's king and first piece; only of the king if
// there is one piece:
//
//	block   White's king, first piece
//	plane   the block's positions with the same place of the last piece
//	cell    the plane's position with one place of Black's king
//
// So one block holds the replies to a position, the moves of the last piece, and the
// replies to these.
type layout struct {
	ending
	blocks []placement    // by number: White's king and, if there are two, the first piece
	number [64 * 64]int16 // number of a block by White's king x 64 + first piece, or -1
	home   [64]uint8      // the symmetry that moves White's king to his place in blocks
	fixed  [64]bool       // whether exchanging files and ranks keeps the place of a block's king
}

// newLayout numbers the blocks of an ending with one or two pieces.
func newLayout(e ending) *layout {
	l := &layout{ending: e}
	for i := range l.number {
		l.number[i] = -1
	}
	g := e.geometry()
	for w := range board.Square(64) {
		// Black's king on White's square does not affect the symmetry.
		l.home[w] = g.towards(w, w)
		l.fixed[w] = g.alike == 8 && onDiagonal(w)
	}
	for w := range board.Square(64) {
		if l.home[w] != 0 {
			continue
		}
		for first := range board.Square(64) {
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

// locate returns the block, the plane and the cell of a possible placement. Of
// symmetric placements, and of the two orders of twins, the one with the lowest first
// piece is stored, then the lowest Black king, then the lowest last piece.
func (l *layout) locate(p placement) (block int, last, black board.Square) {
	s := l.home[p.white]
	white := symmetries[s][p.white]
	best := l.key(p, s)
	if l.fixed[white] {
		best = min(best, l.key(p, s^transpose))
	}
	return int(l.number[int(white)<<6|best>>12]), board.Square(best & 63), board.Square(best >> 6 & 63)
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

// stored reports whether a placement of a block is the one that is stored among the
// symmetric ones.
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

// planes returns the places of the last piece in the order of a block's planes. In
// this order many of its moves lead to earlier planes: for a knight the squares of
// the first piece's colour come first; for a pawn the ranks go from the last one
// down.
func (l *layout) planes(block placement) []board.Square {
	order := make([]board.Square, 0, 64)
	switch l.kinds[l.count-1] {
	case board.Pawn:
		for sq := 63; sq >= 0; sq-- {
			order = append(order, board.Square(sq))
		}
	case board.Knight:
		for _, other := range []bool{false, true} {
			for sq := range board.Square(64) {
				if (light(sq) != light(block.pieces[0])) == other {
					order = append(order, sq)
				}
			}
		}
	default:
		for sq := range board.Square(64) {
			order = append(order, sq)
		}
	}
	return order
}

// beside reports whether a plane is compared with the planes next to it, in which the
// last piece is one square away along a rank or a file. Otherwise it is compared with
// planes further away: for the first planes of a knight, and for a bishop, which
// stays on one colour.
func (l *layout) beside(block placement, last board.Square) bool {
	switch l.kinds[l.count-1] {
	case board.Knight:
		return light(last) != light(block.pieces[0])
	case board.Bishop:
		return false
	}
	return true
}

// light reports whether sq is a light square.
func light(sq board.Square) bool { return (sq>>3+sq)&1 != 0 }
