package basen

import (
	"slices"

	"github.com/chesszip/chesszip/bitboard"
)

// The exact numbering counts pawns file by file, from file a to file h. A column
// holds the pawns of a file on ranks 2 to 7: six digits to the base 3, rank 2 the
// lowest; 0 is nothing, 1 an own pawn, 2 an enemy pawn.
const columns = 3 * 3 * 3 * 3 * 3 * 3

// pawnState is what earlier files require of later ones.
type pawnState uint8

const (
	pawnsFree   pawnState = iota // nothing; the state after the last file
	pawnsSought                  // the pawn that has just jumped must come
	pawnsReady                   // the same, and an own pawn is on rank 5 of the file before
	pawnsOwed                    // the next file must have an own pawn on rank 5
	pawnStates
)

// step returns the state after a column; jumped means that it holds the pawn that has
// just jumped. ok is false if the column is impossible.
func (s pawnState) step(column int, jumped bool) (next pawnState, ok bool) {
	ready := digit3(column, 3) == 1
	if jumped {
		ok = digit3(column, 3) == 2 && digit3(column, 4) == 0 && digit3(column, 5) == 0
		switch s {
		case pawnsSought:
			return pawnsOwed, ok
		case pawnsReady:
			return pawnsFree, ok
		}
		return 0, false
	}
	switch {
	case s == pawnsFree:
		return pawnsFree, true
	case s == pawnsOwed:
		return pawnsFree, ready
	case ready:
		return pawnsReady, true
	}
	return pawnsSought, true
}

// digit3 returns the digit of a column for rank 2 + i.
func digit3(column, i int) int {
	for range i {
		column /= 3
	}
	return column % 3
}

// pawnGroup is a set of columns that are counted together, in ascending order.
type pawnGroup struct {
	next    pawnState
	jumped  bool // it holds the pawn that has just jumped
	us      uint8
	them    uint8
	opposed uint8 // 1 if an enemy's pawn is somewhere in front of an own one
	columns []uint16
}

// pawnPlace is the place of a column: its group, and its index there.
type pawnPlace struct{ group, index uint8 }

// pawnCounts counts the ways to place pawns. It is built once.
type pawnCounts struct {
	groups [pawnStates][]pawnGroup
	places [pawnStates][2][columns]pawnPlace
	// rest counts the ways to fill the last files, by the state before them, their
	// number, own pawns, enemy's pawns, and the least number of files with opposed
	// pawns.
	rest [pawnStates][9][9][9][9]uint64
	// spread is the column of a set of own pawns, from their bits.
	spread [64]uint16
}

func newPawnCounts() *pawnCounts {
	t := new(pawnCounts)
	for i := range t.spread {
		for bit, power := 0, 1; bit < 6; bit, power = bit+1, 3*power {
			t.spread[i] += uint16(i >> bit & 1 * power)
		}
	}
	for s := range pawnStates {
		t.group(s)
	}
	t.rest[pawnsFree][0][0][0][0] = 1
	for files := 1; files <= 8; files++ {
		for s := range pawnStates {
			t.fill(s, files)
		}
	}
	return t
}

// group sorts the columns that can follow the state s into groups.
func (t *pawnCounts) group(s pawnState) {
	for jumped := range 2 {
		for c := range columns {
			next, ok := s.step(c, jumped == 1)
			if !ok {
				continue
			}
			g := pawnGroup{next: next, jumped: jumped == 1}
			for i := range 6 {
				switch digit3(c, i) {
				case 1:
					g.us++
				case 2:
					g.them++
					g.opposed |= min(g.us, 1)
				}
			}
			i, found := slices.BinarySearchFunc(t.groups[s], g, pawnGroup.compare)
			if !found {
				t.groups[s] = slices.Insert(t.groups[s], i, g)
			}
			t.groups[s][i].columns = append(t.groups[s][i].columns, uint16(c))
		}
	}
	for i, g := range t.groups[s] {
		for j, c := range g.columns {
			jumped := 0
			if g.jumped {
				jumped = 1
			}
			t.places[s][jumped][c] = pawnPlace{uint8(i), uint8(j)}
		}
	}
}

// compare orders the groups of a state.
func (g pawnGroup) compare(h pawnGroup) int {
	order := func(g pawnGroup) int {
		n := int(g.next)
		if g.jumped {
			n += int(pawnStates)
		}
		return ((n*8+int(g.us))*8+int(g.them))*2 + int(g.opposed)
	}
	return order(g) - order(h)
}

// fill counts the ways for the given number of files after the state s.
func (t *pawnCounts) fill(s pawnState, files int) {
	for _, g := range t.groups[s] {
		for us := g.us; us <= 8; us++ {
			for them := g.them; them <= 8; them++ {
				for least := range uint8(9) {
					t.rest[s][files][us][them][least] += uint64(len(g.columns)) * t.after(&g, files-1, us, them, least)
				}
			}
		}
	}
}

// after counts the ways to fill the files after a column of the group, so that
// together they have the given pawns.
func (t *pawnCounts) after(g *pawnGroup, files int, us, them, least uint8) uint64 {
	if us < g.us || them < g.them {
		return 0
	}
	return t.rest[g.next][files][us-g.us][them-g.them][least-min(least, g.opposed)]
}

// start returns the state before the first file.
func start(enPassant bool) pawnState {
	if enPassant {
		return pawnsSought
	}
	return pawnsFree
}

// opposed returns the number of files on which an enemy's pawn is in front of an own
// one.
func opposed(us, them bitboard.Set) int {
	// Every square above an own pawn.
	s := us << 8
	s |= s << 8
	s |= s << 16
	s |= s << 32
	s &= them
	// One square for each file.
	s |= s >> 8
	s |= s >> 16
	s |= s >> 32
	return (s & bitboard.Rank1).Count()
}

// number returns the number of a placement among those with the same numbers of
// pawns, opposed on at least least files. jumped is the file of the pawn that has
// just jumped, or -1.
func (t *pawnCounts) number(us, them bitboard.Set, least, jumped int) (n uint64) {
	s := start(jumped >= 0)
	o, f, l := uint8(us.Count()), uint8(them.Count()), uint8(least)
	for file := range 8 {
		column := t.spread[ranks(us, file)] + 2*t.spread[ranks(them, file)]
		here := 0
		if file == jumped {
			here = 1
		}
		place := t.places[s][here][column]
		groups := t.groups[s]
		for i := range groups[:place.group] {
			g := &groups[i]
			n += uint64(len(g.columns)) * t.after(g, 7-file, o, f, l)
		}
		g := &groups[place.group]
		n += uint64(place.index) * t.after(g, 7-file, o, f, l)
		s, o, f, l = g.next, o-g.us, f-g.them, l-min(l, g.opposed)
	}
	return n
}

// ranks returns the bits of a file's ranks 2 to 7.
func ranks(s bitboard.Set, file int) uint64 {
	// The product brings the bits of file a together in the high byte.
	const gather = 0x0102040810204080
	return uint64(s>>file&bitboard.FileA) * gather >> 57 & 63
}

// placement is the inverse of number: n must be below the count.
func (t *pawnCounts) placement(n uint64, ourPawns, theirPawns, least int, enPassant bool) (us, them bitboard.Set, jumped int) {
	s, jumped := start(enPassant), -1
	o, f, l := uint8(ourPawns), uint8(theirPawns), uint8(least)
	for file := range 8 {
		var g *pawnGroup
		var each uint64
		for i := range t.groups[s] {
			g = &t.groups[s][i]
			each = t.after(g, 7-file, o, f, l)
			all := uint64(len(g.columns)) * each
			if n < all {
				break
			}
			n -= all
		}
		column := int(g.columns[n/each])
		n %= each
		if g.jumped {
			jumped = file
		}
		for rank := 8; column > 0; rank, column = rank+8, column/3 {
			us |= bitboard.Set(column%3&1) << (rank + file)
			them |= bitboard.Set(column%3>>1) << (rank + file)
		}
		s, o, f, l = g.next, o-g.us, f-g.them, l-min(l, g.opposed)
	}
	return us, them, jumped
}
