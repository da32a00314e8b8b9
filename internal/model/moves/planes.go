package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Kinds in the numbering of the model: those of package board, 1 pawn to 6 king, and
// castling as another kind of mover.
const (
	none     = uint32(board.NoKind)
	pawn     = uint32(board.Pawn)
	knight   = uint32(board.Knight)
	bishop   = uint32(board.Bishop)
	rook     = uint32(board.Rook)
	queen    = uint32(board.Queen)
	king     = uint32(board.King)
	castling = king + 1
)

// planes are the kinds in binary and the side to move's pieces, seen from that side,
// its first rank at the bottom.
type planes struct{ p0, p1, p2, us bitboard.Set }

// read returns the planes of p and flip, which converts a square of p into one of the
// view: 0, or 56 for Black.
func read(p *board.Position) (pl planes, flip board.Square) {
	b := p.Planes()
	occ := b[0] | b[1] | b[2]
	if p.Turn == board.White {
		return planes{b[0], b[1], b[2], occ &^ b[3]}, 0
	}
	return planes{turned(b[0]), turned(b[1]), turned(b[2]), turned(b[3])}, 56
}

// occupied returns the squares with a piece.
func (pl *planes) occupied() bitboard.Set { return pl.p0 | pl.p1 | pl.p2 }

// remove removes the pieces on the given squares.
func (pl *planes) remove(s bitboard.Set) {
	pl.p0, pl.p1, pl.p2, pl.us = pl.p0&^s, pl.p1&^s, pl.p2&^s, pl.us&^s
}

func turned(s bitboard.Set) bitboard.Set { return bitboard.Set(bits.ReverseBytes64(uint64(s))) }

// pieces are the squares of one side's pieces by kind.
type pieces [7]bitboard.Set

// split sets m to the pieces of a side. It fills m in place, since to copy an array
// just after filling it is slow.
func (pl *planes) split(m *pieces, side bitboard.Set) {
	m[none] = 0
	m[pawn] = pl.p0 &^ (pl.p1 | pl.p2) & side
	m[knight] = pl.p1 &^ (pl.p0 | pl.p2) & side
	m[bishop] = pl.p0 & pl.p1 & side
	m[rook] = pl.p2 &^ (pl.p0 | pl.p1) & side
	m[queen] = pl.p0 & pl.p2 & side
	m[king] = pl.p1 & pl.p2 & side
}

// all returns the squares of all pieces.
func (m *pieces) all() bitboard.Set {
	return m[pawn] | m[knight] | m[bishop] | m[rook] | m[queen] | m[king]
}

// kindAt returns the kind on a square, of either side.
func (pl *planes) kindAt(sq board.Square) uint32 {
	return uint32(pl.p0>>sq&1) | uint32(pl.p1>>sq&1)<<1 | uint32(pl.p2>>sq&1)<<2
}

// pawnsAttack returns the squares attacked by pawns that move up, or down if flip is
// not 0.
func pawnsAttack(pawns bitboard.Set, flip board.Square) bitboard.Set {
	if flip != 0 {
		return pawns.DownLeft() | pawns.DownRight()
	}
	return pawns.UpLeft() | pawns.UpRight()
}

// reach returns all squares that the pieces attack; pawns move up, or down if flip
// is not 0.
func (m *pieces) reach(occ bitboard.Set, flip board.Square) bitboard.Set {
	r := pawnsAttack(m[pawn], flip) | bitboard.KnightsAttacks(m[knight]) | bitboard.KingsAttacks(m[king])
	for s := m[bishop] | m[queen]; s != 0; s = s.WithoutFirst() {
		r |= bitboard.BishopAttacks(s.First(), occ)
	}
	for s := m[rook] | m[queen]; s != 0; s = s.WithoutFirst() {
		r |= bitboard.RookAttacks(s.First(), occ)
	}
	return r
}

// attackers returns the pieces that attack a square; pawns move as in reach.
func (m *pieces) attackers(sq board.Square, occ bitboard.Set, flip board.Square) (s bitboard.Set) {
	s = pawnsAttack(bitboard.Of(sq), flip^56)&m[pawn] | bitboard.KnightAttacks(sq)&m[knight] | bitboard.KingAttacks(sq)&m[king]
	if diagonal := m[bishop] | m[queen]; diagonal&bitboard.BishopRays(sq) != 0 {
		s |= bitboard.BishopAttacks(sq, occ) & diagonal
	}
	if straight := m[rook] | m[queen]; straight&bitboard.RookRays(sq) != 0 {
		s |= bitboard.RookAttacks(sq, occ) & straight
	}
	return s
}

// attack reports whether any of the pieces attacks a square; pawns move as in reach.
func (m *pieces) attack(sq board.Square, occ bitboard.Set, flip board.Square) bool {
	if pawnsAttack(bitboard.Of(sq), flip^56)&m[pawn]|bitboard.KnightAttacks(sq)&m[knight]|bitboard.KingAttacks(sq)&m[king] != 0 {
		return true
	}
	if diagonal := m[bishop] | m[queen]; diagonal&bitboard.BishopRays(sq) != 0 && bitboard.BishopAttacks(sq, occ)&diagonal != 0 {
		return true
	}
	straight := m[rook] | m[queen]
	return straight&bitboard.RookRays(sq) != 0 && bitboard.RookAttacks(sq, occ)&straight != 0
}

// attacks returns the squares that a piece of a kind attacks from a square; a pawn
// moves up.
func attacks(kind uint32, from board.Square, occ bitboard.Set) bitboard.Set {
	switch kind {
	case pawn:
		return bitboard.PawnsAttacksUp(bitboard.Of(from))
	case knight:
		return bitboard.KnightAttacks(from)
	case bishop:
		return bitboard.BishopAttacks(from, occ)
	case rook:
		return bitboard.RookAttacks(from, occ)
	case queen:
		return bitboard.QueenAttacks(from, occ)
	}
	return bitboard.KingAttacks(from)
}

// reach is the squares that one side attacks.
type reach struct {
	once, twice bitboard.Set // by at least one piece, by two
	by          pieces       // by a piece of each kind
}

// set sets r to the squares that the pieces attack; if up is set, their pawns move
// up.
func (r *reach) set(m *pieces, occ bitboard.Set, up bool) {
	r.leap(m, up)
	r.slide(m, occ)
}

// leap sets r to the squares that pawns, knights and the king attack.
func (r *reach) leap(m *pieces, up bool) {
	r.by[bishop], r.by[rook], r.by[queen] = 0, 0, 0
	a, b := m[pawn].DownLeft(), m[pawn].DownRight()
	if up {
		a, b = m[pawn].UpLeft(), m[pawn].UpRight()
	}
	r.by[pawn] = a | b
	once, twice := a|b, a&b
	var all bitboard.Set
	for s := m[knight]; s != 0; s = s.WithoutFirst() {
		a = bitboard.KnightAttacks(s.First())
		all |= a
		once, twice = once|a, twice|once&a
	}
	r.by[knight] = all
	a = bitboard.KingsAttacks(m[king])
	r.by[king] = a
	r.once, r.twice = once|a, twice|once&a
}

// slide adds the squares that bishops, rooks and queens attack.
func (r *reach) slide(m *pieces, occ bitboard.Set) {
	once, twice := r.once, r.twice
	var bishops, rooks, queens bitboard.Set
	for s := m[bishop]; s != 0; s = s.WithoutFirst() {
		a := bitboard.BishopAttacks(s.First(), occ)
		bishops |= a
		once, twice = once|a, twice|once&a
	}
	for s := m[rook]; s != 0; s = s.WithoutFirst() {
		a := bitboard.RookAttacks(s.First(), occ)
		rooks |= a
		once, twice = once|a, twice|once&a
	}
	for s := m[queen]; s != 0; s = s.WithoutFirst() {
		a := bitboard.QueenAttacks(s.First(), occ)
		queens |= a
		once, twice = once|a, twice|once&a
	}
	r.by[bishop], r.by[rook], r.by[queen] = bishops, rooks, queens
	r.once, r.twice = once, twice
}

// slideAlone sets r to the squares that bishops, rooks and queens attack.
func (r *reach) slideAlone(m *pieces, occ bitboard.Set) {
	*r = reach{}
	r.slide(m, occ)
}

// join sets r to the union of a reach of leap and one of slideAlone.
func (r *reach) join(leapers, sliders *reach) {
	r.by[pawn], r.by[knight], r.by[king] = leapers.by[pawn], leapers.by[knight], leapers.by[king]
	r.by[bishop], r.by[rook], r.by[queen] = sliders.by[bishop], sliders.by[rook], sliders.by[queen]
	r.twice = leapers.twice | sliders.twice | leapers.once&sliders.once
	r.once = leapers.once | sliders.once
}

// least returns the least kind that attacks a square, or none.
func (r *reach) least(sq board.Square) uint32 {
	m := r.by[pawn]>>sq&1<<1 | r.by[knight]>>sq&1<<2 | r.by[bishop]>>sq&1<<3 |
		r.by[rook]>>sq&1<<4 | r.by[queen]>>sq&1<<5 | r.by[king]>>sq&1<<6
	return uint32(bits.TrailingZeros32(uint32(m)|1<<8)) & 7
}

// cover is what one side attacks, by kinds as far as loose asks for them.
type cover struct {
	once, twice bitboard.Set
	by          [4]bitboard.Set // pawns, minor pieces, rooks, others
}

// coverOf is the place of a kind in cover.by.
var coverOf = [8]uint8{pawn: 0, knight: 1, bishop: 1, rook: 2, queen: 3, king: 3}

// join sets c to the union of a reach of leap and one of slideAlone.
func (c *cover) join(leapers, sliders *reach) {
	c.twice = leapers.twice | sliders.twice | leapers.once&sliders.once
	c.once = leapers.once | sliders.once
	c.by = [4]bitboard.Set{leapers.by[pawn], leapers.by[knight] | sliders.by[bishop], sliders.by[rook]}
}

// add adds the attacks of one more piece of a kind.
func (c *cover) add(kind uint32, attacks bitboard.Set) {
	c.by[coverOf[kind&7]&3] |= attacks
	c.twice |= c.once & attacks
	c.once |= attacks
}

// count returns the number of pieces that attack a square, at most two.
func (c *cover) count(sq board.Square) uint32 { return uint32(c.once>>sq&1 + c.twice>>sq&1) }

// loose returns the pieces of a side, except kings, that the other wins if it captures
// next: those attacked by something cheaper, or attacked and not defended. Once is all
// that the other side attacks, and the others are what its pawns, minor pieces and rooks do.
func (pl *planes) loose(side, defended, once, pawns, minors, rooks bitboard.Set) bitboard.Set {
	all := side &^ (pl.p1 & pl.p2)
	return once&^defended&all | pawns&all&(pl.p1|pl.p2) | minors&all&pl.p2 | rooks&all&pl.p2&pl.p0
}

// best returns the class of the best piece in s, which has no king: 0 none, 1 pawn, 2
// minor piece, 3 rook, 4 queen.
func (pl *planes) best(s bitboard.Set) uint32 {
	return one(s) + one(s&(pl.p1|pl.p2)) + one(s&pl.p2) + one(s&pl.p2&pl.p0)
}

// one returns 1 for a set that is not empty.
func one(s bitboard.Set) uint32 { return uint32((s | -s) >> 63) }

// hash returns a hash of a board.
func hash(b [4]bitboard.Set) uint64 {
	h := uint64(b[0])*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(uint64(b[1])*0xc2b2ae3d27d4eb4f, 17) ^
		bits.RotateLeft64(uint64(b[2])*0x165667b19e3779f9, 31) ^ bits.RotateLeft64(uint64(b[3])*0xd6e8feb86659fd93, 47)
	return mix(h)
}

// mix spreads the bits of x over all bits.
func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}
