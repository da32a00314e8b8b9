package bitboard

import "sync"

// This file has examples from textbooks: three slow ways to count the squares of a set
// and two ways to count the attacks of leapers, the queens that do not attack one another,
// and a board of diagonals. The rest of the module does not need them; tests compare the
// fast ways with them, and they show what sets are good for.

// Three ways to count the squares of a set in plain Go. Set.Count uses math/bits,
// which is one instruction on most processors; the benchmarks compare all four.

// CountByShift looks at every bit: always 64 steps.
func CountByShift(s Set) (n int) {
	for range 64 {
		n += int(s & 1)
		s >>= 1
	}
	return n
}

// CountByClearing clears the lowest bit until none is left: as many steps as
// there are squares in the set, good for the small sets of a chess board.
func CountByClearing(s Set) (n int) {
	for ; s != 0; s = s.WithoutFirst() {
		n++
	}
	return n
}

// CountByTable adds the counts of four 16-bit parts from a table of 64 KiB, which the
// first call fills.
func CountByTable(s Set) int {
	t := partCounts.get()
	return int(t[s&0xffff]) + int(t[s>>16&0xffff]) + int(t[s>>32&0xffff]) + int(t[s>>48])
}

var partCounts countTable

type countTable struct {
	once   sync.Once
	counts [1 << 16]uint8
}

func (t *countTable) get() *[1 << 16]uint8 {
	t.once.Do(func() {
		for i := range t.counts {
			t.counts[i] = t.counts[i>>1] + uint8(i&1)
		}
	})
	return &t.counts
}

// KnightReach returns the number of squares that a knight on sq attacks, by
// its distance to the edges alone: two files and two ranks away from them it
// has all eight moves, in a corner two.
//
//	distance of the file:   0  1  2+
//	distance of the rank 0   2  3  4
//	                    1   3  4  6
//	                    2+  4  6  8
//
// Over all squares that is 336.
func KnightReach(sq Square) int { return knightReach[edgeDistance(sq&7)][edgeDistance(sq>>3&7)] }

var knightReach = [3][3]int{{2, 3, 4}, {3, 4, 6}, {4, 6, 8}}

// KingReach returns the number of squares that a king on sq attacks, by its
// distance to the edges alone: 3, 5 or 8, over all squares 420.
func KingReach(sq Square) int {
	return kingReach[min(edgeDistance(sq&7), 1)][min(edgeDistance(sq>>3&7), 1)]
}

var kingReach = [2][2]int{{3, 5}, {5, 8}}

// edgeDistance returns how far line 0 to 7 is from the nearer edge, at most 2.
func edgeDistance(line Square) Square { return min(line, 7-line, 2) }

// CountQueens returns the number of ways to place n queens on a board of n by n
// squares, 1 <= n <= 32, so that none attacks another. It is a worked example of
// sets: three masks hold the attacked squares of the current rank, by columns and by
// the two directions of diagonals, which shift by one with every rank. Free squares
// are taken lowest first.
func CountQueens(n int) int { return placeQueens(1<<n-1, 0, 0, 0) }

func placeQueens(board, columns, left, right uint64) (ways int) {
	if columns == board {
		return 1
	}
	for free := board &^ (columns | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		ways += placeQueens(board, columns|queen, (left|queen)<<1, (right|queen)>>1)
	}
	return ways
}

// Diagonals holds the pawns of both colours by diagonal, to look along a bishop's
// line for pawns. The zero Diagonals has no pawns.
//
// There are 15 diagonals each way. The first index is the colour of the pawns, 0
// white, 1 black. The second is the way: 0 rises to the right, 1 to the left. The
// third is the diagonal: file - rank + 7 for the first way, file + rank for the
// second. Each is a mask of 8 bits; bit r is the square on rank r + 1:
//
//	Diagonals[0][0][7]: white pawns on a1 b2 c3 ... h8, a1 in bit 0
//	Diagonals[1][1][7]: black pawns on h1 g2 f3 ... a8, h1 in bit 0
type Diagonals [2][2][16]uint8

// Direction is one of the four a bishop moves in.
type Direction uint8

// The four directions.
const (
	UpRight Direction = iota
	UpLeft
	DownLeft
	DownRight
)

// way returns the second index of Diagonals for d.
func (d Direction) way() uint8 { return uint8(d & 1) }

// diagonalsOf returns the third index of Diagonals of sq for both ways.
func diagonalsOf(sq Square) [2]uint8 {
	file, rank := sq&7, sq>>3&7
	return [2]uint8{uint8(file - rank + 7), uint8(file + rank)}
}

// DiagonalsOf returns the Diagonals of the given pawns.
func DiagonalsOf(white, black Set) (d Diagonals) {
	for color, pawns := range [2]Set{white, black} {
		for ; pawns != 0; pawns = pawns.WithoutFirst() {
			d.Flip(color, pawns.First())
		}
	}
	return d
}

// Flip adds a pawn of the given colour, 0 or 1, on sq, or removes it if it is there.
func (d *Diagonals) Flip(color int, sq Square) {
	on, bit := diagonalsOf(sq), uint8(1)<<(sq>>3&7)
	d[color&1][0][on[0]&15] ^= bit
	d[color&1][1][on[1]&15] ^= bit
}

// Move moves a pawn of the given colour, 0 or 1.
func (d *Diagonals) Move(color int, from, to Square) {
	d.Flip(color, from)
	d.Flip(color, to)
}

// ConnectedPawns looks from a bishop on sq in a direction, at pawns of the given
// colour, 0 or 1, alone. If another one stands on the next square beyond the nearest,
// it returns these two squares, otherwise the empty set. It needs no loop: looking
// up, the nearest pawn is the lowest bit of the mask beyond the bishop; looking down,
// a table first reverses the mask.
func (d *Diagonals) ConnectedPawns(color int, sq Square, dir Direction) Set {
	way := dir.way()
	mask := d[color&1][way][diagonalsOf(sq)[way]&15]
	rank := sq >> 3 & 7
	down := dir >= DownLeft
	if down {
		mask, rank = reversed[mask], 7-rank
	}
	beyond := mask & -(2 << rank)
	others := beyond & (beyond - 1)
	nearest := beyond ^ others
	if nearest<<1&others == 0 {
		return 0
	}
	pair := nearest | nearest<<1
	if down {
		pair = reversed[pair]
	}
	// Spread the two ranks over the board, then keep the diagonal.
	return ranksOf[pair] & diagonalMasks[way][diagonalsOf(sq)[way]&15]
}

// reversed gives 8 bits in the opposite order.
var reversed = func() (t [256]uint8) {
	for i := range t {
		for b := range 8 {
			t[i] |= uint8(i>>b&1) << (7 - b)
		}
	}
	return t
}()

// ranksOf gives all squares of the ranks in a mask.
var ranksOf = func() (t [256]Set) {
	for i := range t {
		for b := range 8 {
			if i>>b&1 != 0 {
				t[i] |= Rank1 << (8 * b)
			}
		}
	}
	return t
}()

// diagonalMasks are the squares of each diagonal.
var diagonalMasks = func() (t [2][16]Set) {
	for sq := range Square(64) {
		on := diagonalsOf(sq)
		t[0][on[0]] |= Of(sq)
		t[1][on[1]] |= Of(sq)
	}
	return t
}()
