package basen

import (
	"cmp"
	"fmt"
	"math/bits"
	"sort"
	"sync"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// cells is the order of the exact numbering. A cell is a range of numbers whose
// positions have in common:
//
//	en passant   0 without, 1 with
//	rooks        how many can castle, of the side to move and of the other
//	enemy pawns    how many the side not to move has
//	army         of the side to move
//	pawns        how many the side to move has
//
// begin holds the first number of each cell. The rest of a number is digits of mixed
// radix, lowest first: the rights of the side to move, those of the other side, the
// placement of the army on its squares, the choice of these squares, and, highest, a
// number for the enemy's army with its squares, placement and pawns.
type cells struct {
	pawns  *pawnCounts
	armies [3]*armies
	slots  [3]slots
	rights rights
	first  [2][3][3]int // the first cell of each case
	begin  []wide       // of each cell, and at the end the bound
}

// slots are the pairs of army and pawns for a number of castling rooks, in the order
// of the cells.
type slots struct {
	all []slot
	at  []int // the slot of each army without pawns
}

type slot struct{ army, pawns int }

// rights lists what castling can fix, by the number of rooks. at is the index in a
// list, by the files of the king, its king-side rook and its queen-side rook, each
// plus one.
type rights struct {
	list [3][]castling
	at   [9][9][9]uint8
}

// countPositions returns the tables, built on the first call.
var countPositions = sync.OnceValue(newCells)

func newCells() *cells {
	t := &cells{pawns: newPawnCounts()}
	t.rights.fill()
	for rooks := range 3 {
		t.armies[rooks] = newArmies(rooks)
		s := &t.slots[rooks]
		for i, a := range t.armies[rooks].all {
			s.at = append(s.at, len(s.all))
			for pawns := range 9 - a.promoted {
				s.all = append(s.all, slot{i, pawns})
			}
		}
	}
	n := 1
	for _, s := range t.slots {
		n += 2 * 3 * 9 * len(s.all)
	}
	t.begin = make([]wide, 0, n)
	var sum wide
	for enPassant := range 2 {
		for us := range 3 {
			for them := range 3 {
				t.first[enPassant][us][them] = len(t.begin)
				for theirPawns := range 9 {
					for i := range t.slots[us].all {
						t.begin = append(t.begin, sum)
						c := t.cell(enPassant == 1, us, them, theirPawns, i)
						size := c.size()
						sum.add(&size)
					}
				}
			}
		}
	}
	t.begin = append(t.begin, sum)
	return t
}

// bound returns the number of all positions.
func (t *cells) bound() wide {
	b := t.begin[len(t.begin)-1]
	b.mulAdd(2, 0)
	return b
}

// fill lists the rights: for one rook the king side first, then by king, then
// by rook; for two by king, then by the rook on the queen side.
func (r *rights) fill() {
	r.list[0] = []castling{{}}
	for king := range int8(8) {
		for rook := king + 1; rook < 8; rook++ {
			r.list[1] = append(r.list[1], castling{king, rook, -1, 1})
		}
	}
	for king := range int8(8) {
		for rook := range king {
			r.list[1] = append(r.list[1], castling{king, -1, rook, 1})
		}
	}
	for king := range int8(8) {
		for queenSide := range king {
			for kingSide := king + 1; kingSide < 8; kingSide++ {
				r.list[2] = append(r.list[2], castling{king, kingSide, queenSide, 2})
			}
		}
	}
	for _, list := range r.list[1:] {
		for i, c := range list {
			r.at[c.king+1][c.kingSide+1][c.queenSide+1] = uint8(i)
		}
	}
}

// number returns the index of c in its list, 0 for no rights.
func (r *rights) number(c castling) uint64 {
	if c.rooks == 0 {
		return 0
	}
	return uint64(r.at[c.king+1][c.kingSide+1][c.queenSide+1])
}

// cell is one cell with the common properties of its positions.
type cell struct {
	t                    *cells
	enPassant            bool
	ourRooks, theirRooks int
	ourPawns, theirPawns int
	army                 *army
	free                 int // squares for the armies
	least                int // opposed files, if the enemy had no army and no promoted pieces
}

func (t *cells) cell(enPassant bool, ourRooks, theirRooks, theirPawns, index int) cell {
	s := t.slots[ourRooks].all[index]
	c := cell{
		t: t, enPassant: enPassant, ourRooks: ourRooks, theirRooks: theirRooks,
		ourPawns: s.pawns, theirPawns: theirPawns, army: &t.armies[ourRooks].all[s.army],
	}
	pinned := 0
	for _, rooks := range [2]int{ourRooks, theirRooks} {
		if rooks > 0 {
			pinned += 1 + rooks
		}
	}
	c.free = 64 - c.ourPawns - c.theirPawns - pinned
	if enPassant {
		c.free -= 2
	}
	c.least = leastOpposed(c.ourPawns+c.theirPawns, c.army.promoted, pinned+c.army.pieces)
	return c
}

// leastOpposed returns the number of files on which pawns must still oppose each
// other, given the numbers on the board of pawns, promoted pieces and pieces. It may
// be negative.
//
// Each side begins with eight pawns that oppose each other file by file. A pawn gets
// past its opponent only if one of the two captures, or the opponent is captured.
// Each capture lets at most one pawn leave its file. So a side's pawns that are
// promoted, or are not the one pawn that counts on an opposed file, are at most the
// captures plus the enemy's pawns that are neither there nor promoted. This is the
// same for both sides.
func leastOpposed(pawns, promoted, pieces int) int {
	captures := 32 - pawns - pieces
	return pawns + promoted - 8 - captures
}

// theirArmies are the armies that the enemy can have besides his pawns.
func (c *cell) theirArmies() []army {
	a := c.t.armies[c.theirRooks]
	return a.all[:sort.Search(len(a.all), func(i int) bool { return a.all[i].promoted > 8-c.theirPawns })]
}

// opposed returns the number of files on which pawns must oppose each other if the
// enemy has the given army.
func (c *cell) opposed(them *army) int { return max(c.least+them.promoted+them.pieces, 0) }

// ways returns the numbers of ways to place the pawns and to choose squares for the
// enemy's army.
func (c *cell) ways(them *army) (pawns, squares uint64) {
	return c.t.pawns.rest[start(c.enPassant)][8][c.ourPawns][c.theirPawns][c.opposed(them)],
		bitboard.Choose(c.free-c.army.pieces, them.pieces)
}

// size returns the number of positions of the cell.
func (c *cell) size() (x wide) {
	armies := c.theirArmies()
	x[0], x[1] = c.before(armies, len(armies))
	x.mulAdd(bitboard.Choose(c.free, c.army.pieces), 0)
	x.mulAdd(c.army.count, 0)
	x.mulAdd(c.radix(), 0)
	return x
}

// radix returns the number of possible pairs of rights.
func (c *cell) radix() uint64 {
	return uint64(len(c.t.rights.list[c.ourRooks]) * len(c.t.rights.list[c.theirRooks]))
}

// before adds up the ways of the first n of the enemy's armies.
func (c *cell) before(armies []army, n int) (lo, hi uint64) {
	for i := range armies[:n] {
		l, h := c.product(&armies[i])
		var carry uint64
		lo, carry = bits.Add64(lo, l, 0)
		hi += h + carry
	}
	return lo, hi
}

// product returns all ways of one of the enemy's armies.
func (c *cell) product(them *army) (lo, hi uint64) {
	pawns, squares := c.ways(them)
	hi, lo = bits.Mul64(pawns, squares)
	carry, lo := bits.Mul64(lo, them.count)
	return lo, hi*them.count + carry
}

// number returns the number of v without the side to move.
func (t *cells) number(v *arrangement) (x wide, err error) {
	var one [2]*army
	var index [2]int
	var free [2][7]bitboard.Set // the pieces that no right fixes
	var kinds [2]muster
	u := ^between(v.jumped)
	for side := range 2 {
		pieces := v.pieces[side]
		king, rooks := v.rights[side].fixed()
		pieces[board.King] &^= home(king, side)
		pieces[board.Rook] &^= home(rooks, side)
		u &^= pieces[board.Pawn] | home(king|rooks, side)
		m := muster{
			queens: pieces[board.Queen].Count(), rooks: pieces[board.Rook].Count(),
			bishops: pieces[board.Bishop].Count(), knights: pieces[board.Knight].Count(),
		}
		var ok bool
		index[side], one[side], ok = t.armies[v.rights[side].rooks].army(m)
		if pawns := pieces[board.Pawn].Count(); !ok || pawns+one[side].promoted > 8 {
			return x, fmt.Errorf("%w: more than eight pawns and pieces that were pawns on one side", board.ErrUnfit)
		}
		free[side], kinds[side] = pieces, m
	}
	us, them := &free[0], &free[1]
	ourRooks, theirRooks := int(v.rights[0].rooks), int(v.rights[1].rooks)
	ourPawns, theirPawns := us[board.Pawn].Count(), them[board.Pawn].Count()
	enPassant := 0
	if v.jumped >= 0 {
		enPassant = 1
	}
	slot := t.slots[ourRooks].at[index[0]] + ourPawns
	c := t.cell(enPassant == 1, ourRooks, theirRooks, theirPawns, slot)
	least := c.opposed(one[1])
	if n := opposed(us[board.Pawn], them[board.Pawn]); n < least {
		return x, fmt.Errorf("%w: pawns oppose each other on %d files; so many pieces and promoted ones ask for %d", board.ErrUnfit, n, least)
	}
	armies := c.theirArmies()
	_, squares := c.ways(one[1])
	pawns := t.pawns.number(us[board.Pawn], them[board.Pawn], least, v.jumped)
	ourSquares, theirSquares := all(us), all(them)

	x[0] = pawns
	x.mulAdd(squares, theirSquares.Number(u&^ourSquares))
	x.mulAdd(one[1].count, t.armies[theirRooks].number(one[1], kinds[1], them))
	lo, hi := c.before(armies, index[1])
	x.add(&wide{lo, hi})
	x.mulAdd(bitboard.Choose(c.free, c.army.pieces), ourSquares.Number(u))
	x.mulAdd(one[0].count, t.armies[ourRooks].number(one[0], kinds[0], us))
	x.mulAdd(uint64(len(t.rights.list[theirRooks])), t.rights.number(v.rights[1]))
	x.mulAdd(uint64(len(t.rights.list[ourRooks])), t.rights.number(v.rights[0]))
	at := t.first[enPassant][ourRooks][theirRooks] + theirPawns*len(t.slots[ourRooks].all) + slot
	x.add(&t.begin[at])
	return x, nil
}

// all returns the squares of all pieces except pawns.
func all(pieces *[7]bitboard.Set) (s bitboard.Set) {
	for k := board.Knight; k <= board.King; k++ {
		s |= pieces[k]
	}
	return s
}

// arrangement is the inverse of number: x must be below half the bound.
func (t *cells) arrangement(x wide) (v arrangement) {
	at := sort.Search(len(t.begin), func(i int) bool { return t.begin[i].compare(&x) > 0 }) - 1
	x.sub(&t.begin[at])
	c := t.find(at)

	ourRights := x.divMod(uint64(len(t.rights.list[c.ourRooks])))
	theirRights := x.divMod(uint64(len(t.rights.list[c.theirRooks])))
	v.rights = [2]castling{t.rights.list[c.ourRooks][ourRights], t.rights.list[c.theirRooks][theirRights]}
	ourStands := x.divMod(c.army.count)
	ourSquares := x.divMod(bitboard.Choose(c.free, c.army.pieces))

	armies := c.theirArmies()
	them := 0
	for {
		lo, hi := c.product(&armies[them])
		size := wide{lo, hi}
		if x.compare(&size) < 0 {
			break
		}
		x.sub(&size)
		them++
	}
	army := &armies[them]
	theirStands := x.divMod(army.count)
	_, squares := c.ways(army)
	theirSquares := x.divMod(squares)

	us, other := &v.pieces[0], &v.pieces[1]
	us[board.Pawn], other[board.Pawn], v.jumped = t.pawns.placement(x[0], c.ourPawns, c.theirPawns, c.opposed(army), c.enPassant)
	u := ^(between(v.jumped) | us[board.Pawn] | other[board.Pawn])
	var kings, rooks [2]bitboard.Set
	for side := range 2 {
		king, rook := v.rights[side].fixed()
		kings[side], rooks[side] = home(king, side), home(rook, side)
		u &^= kings[side] | rooks[side]
	}
	s, _ := bitboard.Subset(ourSquares, c.army.pieces, u)
	t.armies[c.ourRooks].stand(c.army, ourStands, s, us)
	s, _ = bitboard.Subset(theirSquares, army.pieces, u&^s)
	t.armies[c.theirRooks].stand(army, theirStands, s, other)
	for side := range 2 {
		v.pieces[side][board.King] |= kings[side]
		v.pieces[side][board.Rook] |= rooks[side]
	}
	return v
}

// find returns the cell at an index of begin.
func (t *cells) find(at int) cell {
	for enPassant := 1; enPassant >= 0; enPassant-- {
		for us := 2; us >= 0; us-- {
			for them := 2; them >= 0; them-- {
				if i := at - t.first[enPassant][us][them]; i >= 0 {
					n := len(t.slots[us].all)
					return t.cell(enPassant == 1, us, them, i/n, i%n)
				}
			}
		}
	}
	return cell{} // not reached: the first case begins at 0
}

// add adds y to x.
func (x *wide) add(y *wide) {
	var c uint64
	for i := range x {
		x[i], c = bits.Add64(x[i], y[i], c)
	}
}

// sub subtracts y from x.
func (x *wide) sub(y *wide) {
	var c uint64
	for i := range x {
		x[i], c = bits.Sub64(x[i], y[i], c)
	}
}

// compare returns -1, 0 or +1 as x is less than, equal to or greater than y.
func (x *wide) compare(y *wide) int {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			return cmp.Compare(x[i], y[i])
		}
	}
	return 0
}
