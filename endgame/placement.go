package endgame

import "github.com/chesszip/chesszip/bitboard"

// placement holds the squares of the pieces of an ending. Squares of pieces that the
// ending does not have are 0.
type placement struct {
	white, black bitboard.Square // the kings
	pieces       [maxPieces]bitboard.Square
}

// occupied returns the squares of the first n pieces and White's king. Black's king
// is not among them, since he does not block a line on which he is checked.
func (p *placement) occupied(n int) bitboard.Set {
	occ := bitboard.Of(p.white)
	for _, sq := range p.pieces[:n] {
		occ |= bitboard.Of(sq)
	}
	return occ
}

// The eight symmetries of the board: bit 0 mirrors the files, bit 1 the ranks,
// and then bit 2 exchanges files with ranks.
const (
	mirrorFiles = 1
	mirrorRows  = 2
	transpose   = 4
)

// symmetries[s][sq] is the square to which symmetry s moves sq.
var symmetries = func() (t [8][64]bitboard.Square) {
	for s := range t {
		for sq := range bitboard.Square(64) {
			to := sq
			if s&mirrorFiles != 0 {
				to ^= 7
			}
			if s&mirrorRows != 0 {
				to ^= 56
			}
			if s&transpose != 0 {
				to = to&7<<3 | to>>3
			}
			t[s][sq] = to
		}
	}
	return t
}()

// kings is the symmetry of a pair of kings.
type kings struct {
	pair     int16 // number of their pair among pairs not equal by symmetry, or -1
	symmetry uint8 // that moves them to that pair
	// both reports that the pair is on the diagonal: exchanging files and ranks keeps
	// it, and the pieces decide.
	both bool
}

// geometry numbers the pairs of kings that do not touch, one number for all that are
// equal by symmetry. With pawns on the board White's king is moved to the files a to
// d; without them to the triangle a1-d1-d4, and if he is on its long side, Black's
// king below it.
type geometry struct {
	kings [64 * 64]kings // by White's king x 64 + Black's
	pairs []placement    // by number, pieces left out
	alike int            // number of symmetries: 2 or 8
}

var (
	pawnless = newGeometry(8)
	pawnful  = newGeometry(2)
)

func (e ending) geometry() *geometry {
	if e.pawns() {
		return pawnful
	}
	return pawnless
}

func newGeometry(alike int) *geometry {
	g := &geometry{alike: alike}
	numbers := map[placement]int16{}
	for w := range bitboard.Square(64) {
		for b := range bitboard.Square(64) {
			k := &g.kings[int(w)<<6|int(b)]
			k.pair = -1
			if w == b || bitboard.KingAttacks(w).Has(b) {
				continue
			}
			k.symmetry = g.towards(w, b)
			s := &symmetries[k.symmetry]
			p := placement{white: s[w], black: s[b]}
			if _, ok := numbers[p]; !ok {
				numbers[p] = int16(len(g.pairs))
				g.pairs = append(g.pairs, p)
			}
			k.pair = numbers[p]
			k.both = alike == 8 && onDiagonal(p.white) && onDiagonal(p.black)
		}
	}
	return g
}

// towards returns the symmetry that moves the two kings to the places of geometry.
func (g *geometry) towards(w, b bitboard.Square) uint8 {
	var s uint8
	if w&7 > 3 {
		s |= mirrorFiles
	}
	if g.alike == 2 {
		return s
	}
	if w>>3 > 3 {
		s |= mirrorRows
	}
	w, b = symmetries[s][w], symmetries[s][b]
	if above(w) || onDiagonal(w) && above(b) {
		s |= transpose
	}
	return s
}

func onDiagonal(sq bitboard.Square) bool { return sq&7 == sq>>3 }
func above(sq bitboard.Square) bool      { return sq>>3 > sq&7 }

// slots returns the number of slots: one for each pair of kings and each combination
// of squares of the pieces, possible or not.
func (e ending) slots() int { return len(e.geometry().pairs) << (6 * e.count) }

// slot returns the number of a placement; ok is false if the kings touch.
//
//	| pair of kings | first piece 6 | second piece 6 |
//
// Of symmetric placements, and of the two orders of twins, it is the lowest number.
func (e ending) slot(p placement) (slot int, ok bool) {
	k := &e.geometry().kings[int(p.white)<<6|int(p.black)]
	if k.pair < 0 {
		return 0, false
	}
	slot = e.combine(p, &symmetries[k.symmetry])
	if k.both {
		slot = min(slot, e.combine(p, &symmetries[k.symmetry^transpose]))
	}
	return int(k.pair)<<(6*e.count) | slot, true
}

// combine numbers the squares of the pieces.
func (e ending) combine(p placement, s *[64]bitboard.Square) int {
	switch e.count {
	case 0:
		return 0
	case 1:
		return int(s[p.pieces[0]])
	}
	a, b := int(s[p.pieces[0]]), int(s[p.pieces[1]])
	if a > b && e.twins() {
		a, b = b, a
	}
	return a<<6 | b
}

// placement is the inverse of slot.
func (e ending) placement(slot int) placement {
	p := e.geometry().pairs[slot>>(6*e.count)]
	for i := e.count - 1; i >= 0; i-- {
		p.pieces[i] = bitboard.Square(slot & 63)
		slot >>= 6
	}
	return p
}

// alike returns the number of placements that share the slot of p.
func (e ending) alike(p placement) int {
	g := e.geometry()
	k := &g.kings[int(p.white)<<6|int(p.black)]
	if k.both {
		s := &symmetries[k.symmetry]
		if e.combine(p, s) == e.combine(p, &symmetries[k.symmetry^transpose]) {
			return g.alike / 2
		}
	}
	return g.alike
}
