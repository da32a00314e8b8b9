package bitboard

// A slider's attacks depend on the pieces on its lines, those on the far edges
// aside: at most 12 squares. Multiplying this set by a magic number of the
// square gathers its bits, shuffled, at the top of the word, where they are
// an index into a table of attacks. Subsets with the same attacks may share
// an index; with these multipliers no others do (found by random search, see
// the tests).
type magic struct {
	mask   Set
	factor uint64
	shift  uint8
	offset uint32
}

const (
	bishopTableSize = 5248
	rookTableSize   = 102400
)

type sliderTables struct {
	bishop, rook [64]magic
	attacks      [bishopTableSize + rookTableSize]Set
}

// sliders is built at the start of every program that knows chess, in about a
// millisecond.
var sliders = buildSliders()

func buildSliders() *sliderTables {
	t := new(sliderTables)
	offset := uint32(0)
	for sq := range uint8(64) {
		t.bishop[sq] = t.fill(offset, sq, lines[sq].up, lines[sq].down, bishopMagics[sq])
		offset += 1 << t.bishop[sq].mask.Count()
	}
	for sq := range uint8(64) {
		t.rook[sq] = t.fill(offset, sq, lines[sq].rank, lines[sq].file, rookMagics[sq])
		offset += 1 << t.rook[sq].mask.Count()
	}
	return t
}

// fill enters the attacks from sq along two lines. Pieces on one line hide
// nothing on the other, and the product of a union is the sum of the products,
// so that the two lines are worked out apart.
func (t *sliderTables) fill(offset uint32, sq uint8, line1, line2 Set, factor uint64) magic {
	mask := inner(sq, line1|line2)
	m := magic{mask, factor, uint8(64 - mask.Count()), offset}
	var buf1, buf2 [64]half
	halves1 := appendHalves(buf1[:0], sq, line1, mask, factor)
	halves2 := appendHalves(buf2[:0], sq, line2, mask, factor)
	for _, a := range halves1 {
		for _, b := range halves2 {
			t.attacks[offset+uint32((a.product+b.product)>>(m.shift&63))] = a.attacks | b.attacks
		}
	}
	return m
}

// half is what the pieces on one of a slider's two lines add.
type half struct {
	product uint64
	attacks Set
}

// appendHalves appends the half of every set of pieces on line that mask leaves.
func appendHalves(dst []half, sq uint8, line, mask Set, factor uint64) []half {
	mask &= line
	for s := Set(0); ; {
		dst = append(dst, half{uint64(s) * factor, along(s, Of(sq), line)})
		if s = (s - mask) & mask; s == 0 {
			return dst
		}
	}
}

func (m *magic) index(occ Set) uint32 {
	return m.offset + uint32(uint64(occ&m.mask)*m.factor>>(m.shift&63))
}

// inner returns the squares of rays from sq on which a piece can hide others:
// all but the last of each ray.
func inner(sq uint8, rays Set) Set {
	rank, file := Rank1<<(sq&56), FileA<<(sq&7)
	return rays &^ ((FileA | FileH) &^ file) &^ ((Rank1 | Rank8) &^ rank)
}

// BishopAttacks returns the squares a bishop on sq attacks, 0 <= sq < 64, up
// to and including the first square of occ on each diagonal.
func BishopAttacks(sq uint8, occ Set) Set {
	return sliders.attacks[sliders.bishop[sq&63].index(occ)]
}

// RookAttacks returns the squares a rook on sq attacks, 0 <= sq < 64, up to
// and including the first square of occ on each line.
func RookAttacks(sq uint8, occ Set) Set {
	return sliders.attacks[sliders.rook[sq&63].index(occ)]
}
