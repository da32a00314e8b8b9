package endgame

import (
	"github.com/chesszip/chesszip/bitboard"
)

// around holds the known values near a cell. Distances are in moves, 0 for a cell
// that is drawn, not known or off the board.
type around struct {
	beside          bool // see layout.beside
	bound           int  // the distance is at most bound, or endless
	need, others    int  // see block.demand
	w, ww, s, ss    int  // the cells one and two to the left, one and two down
	sw, se          int  // left and down, right and down
	low, high       int  // the least and greatest of the neighbouring planes
	far1, far2      int  // of two planes further away
	guess           int  // in quarters of a move
	toPiece, toKing int  // steps from Black's king to the last piece, to White's king
}

// kingSteps returns the distance of two squares in moves of a king.
func kingSteps(a, b bitboard.Square) int {
	file, rank := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return max(file, -file, rank, -rank)
}

// Steps in files and ranks of the last piece to the planes near one.
var (
	nextTo  = [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}
	further = [][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-2, 0}, {2, 0}, {0, -2}, {0, 2}}
)

// shift returns the square at an offset of files and ranks; ok is false off the
// board.
func shift(sq bitboard.Square, files, ranks int) (to bitboard.Square, ok bool) {
	f, r := int(sq&7)+files, int(sq>>3)+ranks
	return bitboard.Square(r<<3 | f&7), uint(f) < 8 && uint(r) < 8
}

// look collects the known values around the cell of sq.
func (b *block) look(sq bitboard.Square) around {
	h := &b.here
	own := &b.moves[h.last]
	a := around{
		beside:  h.beside,
		bound:   b.bound(sq),
		toPiece: min(kingSteps(h.last, sq), 7),
		toKing:  min(kingSteps(b.placement.white, sq), 7),
		far1:    known(h.far1, sq),
	}
	if file := sq & 7; file > 0 {
		a.w = known(own, sq-1)
		if file > 1 {
			a.ww = known(own, sq-2)
		}
	}
	if sq >= 8 {
		a.s = known(own, sq-8)
		if sq >= 16 {
			a.ss = known(own, sq-16)
		}
		if sq&7 > 0 {
			a.sw = known(own, sq-9)
		}
		if sq&7 < 7 {
			a.se = known(own, sq-7)
		}
	}
	for _, plane := range h.far2 {
		if a.far2 = known(plane, sq); a.far2 != 0 {
			break
		}
	}
	a.need, a.others = b.demand(sq)
	// The guess is the mean of the neighbouring planes, corrected by the difference
	// of the cells to the left and below from theirs.
	sum, n, bent, nBent := 0, 0, 0, 0
	for _, plane := range h.side {
		x := known(plane, sq)
		if x == 0 {
			continue
		}
		sum += x
		if n++; n == 1 {
			a.low = x
		}
		a.low, a.high = min(a.low, x), max(a.high, x)
		if a.w > 0 {
			if y := known(plane, sq-1); y > 0 {
				bent += a.w - y + x
				nBent++
			}
		}
		if a.s > 0 {
			if y := known(plane, sq-8); y > 0 {
				bent += a.s - y + x
				nBent++
			}
		}
	}
	switch {
	case nBent > 0:
		a.guess = 4 * bent / nBent
	case n > 0:
		a.guess = 4 * sum / n
	default:
		a.guess = a.inPlane()
	}
	return a
}

// known returns the distance in a cell of a plane, 0 if there is none.
func known(plane *[64]int8, sq bitboard.Square) int {
	if plane == nil {
		return 0
	}
	return int(max(plane[sq&63], 0))
}

// findSides sets the planes that look compares this one with.
func (b *block) findSides() {
	h := &b.here
	plane := func(d [2]int) *[64]int8 {
		if to, ok := shift(h.last, d[0], d[1]); ok {
			return &b.moves[to]
		}
		return nil
	}
	h.beside = b.layout.beside(b.placement, h.last)
	side, beyond := further, further[4:]
	if h.beside {
		side, beyond = nextTo, further[:4]
	}
	for _, d := range side {
		if p := plane(d); p != nil {
			h.side = append(h.side, p)
		}
	}
	for _, d := range append(nextTo[:4:4], further[:4]...) {
		if to, ok := shift(h.last, d[0], d[1]); ok && b.done.Has(to) {
			h.before = append(h.before, &b.moves[to])
		}
	}
	white, first := b.placement.white, h.last
	if b.count == 2 {
		first = b.placement.pieces[0]
	}
	h.apart = [3]int{kingSteps(h.last, first), kingSteps(white, h.last), kingSteps(white, first)}
	for i, n := range h.apart {
		h.apart[i] = min(n, 4)
	}
	h.far1 = plane(beyond[0])
	for _, d := range beyond[1:] {
		if p := plane(d); p != nil {
			h.far2 = append(h.far2, p)
		}
	}
}

// usual is the guess if nothing is known, in quarters of a move.
const usual = 4 * 22

// inPlane guesses from the cells of the plane alone.
func (a *around) inPlane() int {
	sum, n := 0, 0
	for _, v := range [...]int{a.w, a.s, a.sw, a.se} {
		if v > 0 {
			sum += v
			n++
		}
	}
	if n == 0 {
		return usual
	}
	return 4 * sum / n
}

// cell codes the distance v of the cell of sq.
func (b *block) cell(sq bitboard.Square, v int) int {
	a := b.look(sq)
	if a.bound == endless && b.drawn(sq, &a, v) {
		return 0
	}
	// The distance is known to be at least floor and at most ceiling. From a first
	// value, questions go upwards or downwards: is it at least t?
	floor, ceiling := 1, min(a.bound, maxMoves)
	if a.need > 0 && a.others == 0 {
		floor = min(max(a.need, 1), ceiling)
	}
	first := min(max((a.guess+2)>>2, floor), ceiling)
	if first == floor || b.atLeast(first, atFirst, &a, v) {
		for first < ceiling && b.atLeast(first+1, upwards, &a, v) {
			first++
		}
		return first
	}
	for first--; first > floor && !b.atLeast(first, downwards, &a, v); first-- {
	}
	return first
}

// The ways of asking a question.
const (
	atFirst = iota
	upwards
	downwards
	ways
)

// The contexts of distances, by the way of asking and a.beside, see
// block.atLeast; and the rows of weights.
var distanceShape = shape{
	sizes: []int{
		2 * ways * 32 * 8,
		2 * ways * 16 * 16,
		2 * ways * 16 * 16,
		2 * ways * 16 * 16,
		2 * ways * 16 * 16,
		2 * ways * 16 * 16,
		2 * ways * 8 * 8 * 4,
		2 * ways * 8 * 8 * 8,
		2 * ways * (maxMoves + 1) * 16,
	},
	rows: 2 * ways * 8,
}

// atLeast codes whether the distance v is at least t. Known values go into the
// contexts as differences to t.
func (b *block) atLeast(t, way int, a *around, v int) bool {
	bit := 0
	if v >= t {
		bit = 1
	}
	base := 2 * way
	if a.beside {
		base++
	}
	bound := 0
	if a.bound != endless {
		bound = min(max(a.bound-t, 0), 6) + 1
	}
	need, others := 0, 0
	if a.need > 0 {
		need, others = min(max(a.need-t, -3), 3)+4, min(a.others, 3)
	}
	guess := min(max(a.guess-4*t+2, -16), 15) + 16
	p := b.distance
	at := p.at[:9]
	at[0] = (base*32+guess)*8 + bound
	at[1] = pair(base, a.w, a.s, t)
	at[2] = pair(base, a.low, a.high, t)
	at[3] = pair(base, a.ww, a.w, t)
	at[4] = pair(base, a.ss, a.s, t)
	at[5] = pair(base, a.far1, a.far2, t)
	at[6] = ((base*8+bound)*8+need)*4 + others
	at[7] = ((base*8+bound)*8+a.toPiece)*8 + a.toKing
	at[8] = (base*(maxMoves+1)+t)*16 + relative(a.se, t)
	return p.bit(&b.coder, bit, base*8+bound) == 1
}

// relative returns x - t, limited, as a number from 0 to 14, or 15 if x is 0: not
// known or drawn.
func relative(x, t int) int {
	if x == 0 {
		return 15
	}
	return min(max(x-t, -7), 7) + 7
}

func pair(base, x, y, t int) int {
	return (base*16+relative(x, t))*16 + relative(y, t)
}

// The contexts of draws, see block.drawn; and the rows of weights.
var drawShape = shape{
	sizes: []int{9 * 4, 9 * 8 * 8, 9 * 5 * 8, 9 * 5 * 5 * 2, 27 * 8 * 2},
	rows:  9,
}

// drawn codes whether the cell of sq is drawn, where v, the distance, is 0.
func (b *block) drawn(sq bitboard.Square, a *around, v int) bool {
	h := &b.here
	bit := 0
	if v == 0 {
		bit = 1
	}
	// Black's king next to a piece: 1 if he attacks it, 2 if it is protected.
	touches := func(piece bitboard.Square) int {
		switch {
		case kingSteps(piece, sq) != 1:
			return 0
		case h.attacked.Has(piece):
			return 2
		}
		return 1
	}
	touch := 3 * touches(h.last)
	if b.count == 2 {
		touch += touches(b.placement.pieces[0])
	}
	edge, second := 0, 0
	if (bitboard.FileA | bitboard.FileH | bitboard.Rank1 | bitboard.Rank8).Has(sq) {
		edge = 1
	}
	if a.beside {
		second = 1
	}
	beyond := 0
	for _, plane := range h.before {
		if plane[sq] == 0 {
			beyond++
		}
	}
	within := (bitboard.KingAttacks(sq) & h.drawn).Count()
	state := func(to bitboard.Set) int { // unknown, drawn, won
		switch {
		case h.drawn&to != 0:
			return 1
		case h.coded&to != 0:
			return 2
		}
		return 0
	}
	here := bitboard.Of(sq)
	states := (state(here.Left())*3+state(here.Down()))*3 + state(here.DownRight())
	p := b.draws
	p.at[0] = touch<<2 | edge<<1 | second
	p.at[1] = (touch*8+min(beyond, 7))*8 + min(within, 7)
	p.at[2] = (touch*5+h.apart[0])*8 + a.toKing
	p.at[3] = ((touch*5+h.apart[1])*5+h.apart[2])*2 + edge
	p.at[4] = (states*8+int(h.last>>3))*2 + second
	return p.bit(&b.coder, bit, touch) == 1
}
