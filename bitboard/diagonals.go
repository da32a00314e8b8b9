package bitboard

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
func diagonalsOf(sq uint8) [2]uint8 {
	file, rank := sq&7, sq>>3&7
	return [2]uint8{file - rank + 7, file + rank}
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
func (d *Diagonals) Flip(color int, sq uint8) {
	on, bit := diagonalsOf(sq), uint8(1)<<(sq>>3&7)
	d[color&1][0][on[0]&15] ^= bit
	d[color&1][1][on[1]&15] ^= bit
}

// Move moves a pawn of the given colour, 0 or 1.
func (d *Diagonals) Move(color int, from, to uint8) {
	d.Flip(color, from)
	d.Flip(color, to)
}

// ConnectedPawns looks from a bishop on sq in a direction, at pawns of the given
// colour, 0 or 1, alone. If another one stands on the next square beyond the nearest,
// it returns these two squares, otherwise the empty set. It needs no loop: looking
// up, the nearest pawn is the lowest bit of the mask beyond the bishop; looking down,
// a table first reverses the mask.
func (d *Diagonals) ConnectedPawns(color int, sq uint8, dir Direction) Set {
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
	for sq := range uint8(64) {
		on := diagonalsOf(sq)
		t[0][on[0]] |= Of(sq)
		t[1][on[1]] |= Of(sq)
	}
	return t
}()
