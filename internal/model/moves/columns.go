package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/internal/model/network"
)

// hashCells replaces cells, a multiple of eight, by the places of their features' weights
// in a table of the given number of lines. A cell is line<<6 | low: row and line select a
// line of 64 adjacent weights; line is what neighbouring moves share, such as the piece.
// Low selects the weight in it. Rows are those of the cells in the order of rowAt; around,
// multiplied as they are, is added to the lines of the first four cells with even numbers.
func hashCells(cells []uint32, rows []uint64, around *[4]uint64, lines uint64) {
	place := func(row uint64, cell uint32) uint32 {
		h := row + uint64(cell>>6)*multiplier
		return uint32(h>>32*lines>>32<<6 | h>>20&63 ^ uint64(cell&63))
	}
	for i, more := range around {
		cells[2*i] = place(rows[i]+more, cells[2*i])
		cells[2*i+1] = place(rows[4+i], cells[2*i+1])
	}
	for i := 8; i < len(cells); i++ {
		cells[i] = place(rows[rowAt(i)], cells[i])
	}
}

// spreadPiece fills at with the places of a piece's features for a target.
func spreadPiece(at *[slots]uint32, piece *[numPiece]uint32, to uint32) {
	for i, place := range piece {
		at[i] = place ^ to
	}
}

// fetchWeights copies the weights at the places in list to to, and returns their sum.
func fetchWeights(to *network.Weights, weights []byte, list []uint32) (s int32) {
	for j, k := range list {
		to[j] = int16(int8(weights[k]))
		s += int32(to[j])
	}
	return s
}

// piece holds what all moves of a piece share.
type piece struct {
	valid        bool
	kind, from   uint32
	least, guard uint32 // its attackers and whether it is defended
	near         uint32 // distance to the enemy's king
	pinned       uint32
	at           [numPiece]uint32 // without the target
}

// take begins with another piece.
func (f *Features) take(kind, from uint32) {
	v, p, sq := &f.v, &f.piece, bitboard.Square(from)
	p.valid, p.kind, p.from = true, kind, from
	p.least, p.guard = v.them.reach.least(sq), uint32(v.us.reach.once>>from&1)
	p.near, p.pinned = distance(sq, v.them.king), uint32(v.pinned>>from&1)
	path, alone := (kind<<6|from)<<6, kind<<6
	p.at = [numPiece]uint32{
		alone, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path,
		alone, alone, alone, (kind<<8 | v.scope(kind, sq)) << 6,
	}
	around := f.squares.look(v, sq)[0]
	f.hash(p.at[:], 0, &[4]uint64{around, around})
}

// squares holds of a square what of its surroundings goes into the lines of fAround,
// fSpot and fJumps of moves to it, multiplied.
type squares struct {
	valid bitboard.Set
	of    [64][4]uint64
}

func (s *squares) look(v *view, sq bitboard.Square) *[4]uint64 {
	of := &s.of[sq&63]
	if !s.valid.Has(sq) {
		s.valid |= bitboard.Of(sq)
		around := v.pattern(bitboard.KingAttacks(sq), 9-int(sq)) * multiplier
		*of = [4]uint64{around, around, v.pattern(bitboard.KnightAttacks(sq), 17-int(sq)) * multiplier}
	}
	return of
}

// list fills at with the places of a move's features. listDeep adds those of the search.
func (f *Features) list(c *context, a *act, at *[slots]uint32) {
	v := &f.v
	k, fr, to := a.kind, uint32(a.from), uint32(a.to)
	vic, la, dt := a.victim, a.least, a.guards
	p := &f.piece
	if p.kind != k || p.from != fr || !p.valid {
		f.take(k, fr)
	}
	spread(at, &p.at, to)
	at[fOrigin] = p.at[fOrigin] ^ (to-fr)&63
	at[fScope] = p.at[fScope] ^ uint32(a.reach.Count())
	put := func(slot int, line, low uint32) { at[slot] = line<<6 | low }
	lf, df := p.least, p.guard
	gain, esc := uint32(a.gain+9), v.rescue(a)
	// A direct check and a mate have the lower bit of the kind of check set.
	chk := a.check
	won, checked := gain<<1|chk&1, k<<1|chk>>1
	// The exchange includes whether the moved piece hangs; the piece includes what
	// else hangs.
	left, hung := gain<<1|a.selfHangs, k<<3|a.hang
	put(fTrade, k<<12|vic<<8|la<<4|dt, to)
	put(fLeave, k<<8|lf<<5|df<<4|vic, la<<2|dt)
	put(fExchange, checked<<6|vic<<3|a.promotion, won)
	put(fThreat, checked<<3|a.prey, won)
	put(fRescue, hung<<2|esc, left)
	put(fAround, 0, k)
	put(fSpot, to<<3|k, fr)
	put(fJumps, 0, k)
	rec := uint32(0)
	if c.last.victim() != none && c.last.to() == a.to {
		rec = 1
	}
	put(fRecapture, rec*(8|k), rec*gain)
	put(fSkill, checked<<8|hung, left)
	put(fEvade, k<<8|vic<<5|la<<2|dt>>1, gain<<1|dt&1)
	put(fFile, c.files[a.to&7]<<9|k<<6|fr, to)
	put(fDistance, k<<8|p.near<<5|gain, distance(a.to, v.them.king)<<3|distance(a.to, v.us.king))
	put(fDuel, k<<2|esc, gain)
	put(fEnding, checked<<1|a.repeats, won)
	put(fFinish, a.hang<<1|a.selfHangs, a.prey<<3|chk<<1|a.repeats)
	put(fBlunder, hung<<5|lf<<2|esc, left)
	put(fRepeat, 0, k<<1|a.repeats)
	put(fSiege, k<<2|chk, a.siege<<3|a.storm)
	room := uint32(min(max(int(a.room)-v.us.reach.once.Count()+16, 0), 31))
	cramp := uint32(min(max(int(a.cramp)-v.them.reach.once.Count()+8, 0), 15))
	put(fRoom, k<<3|cramp>>1, room<<1|cramp&1)
	eyes := v.eyes(a)
	put(fPin, checked<<6|eyes>>5<<1|p.pinned, eyes&31<<1|chk&1)
	pass := uint32(0)
	if a.kind == pawn && frontSpan(a.to)&v.them.pieces[pawn] == 0 {
		pass = 1 + uint32(a.to>>3)
	}
	put(fPasser, k<<4|pass, la<<2|dt)
	put(fTension, k<<9|v.tension(a), to)
	put(fChase, hung<<2|v.chase(a, c.last), left)
	f.hash(at[numPiece:numShallow], numPiece, f.squares.look(v, a.to))
}

// listDeep fills at with the places of the features of the search.
func (f *Features) listDeep(c *context, a *act, at *[slots]uint32) {
	put := func(slot int, line, low uint32) { at[slot] = line<<6 | low }
	k, gain, chk := a.kind, uint32(a.gain+9), a.check
	menace, loss := lossClass(a.menace), uint32(lossClass(c.best-a.value))
	put(fMenace, k, gain)
	put(fMenaceLoss, 0, loss<<1|uint32(menace&1))
	put(fDanger, k<<2|f.v.rescue(a), loss)
	put(fLoss, uint32(c.gap), loss)
	put(fLossSkill, a.victim<<1|chk>>1, loss<<1|chk&1)
	put(fLossKind, k<<5|gain, loss)
	put(fLossPhase, c.o.left<<2|chk, loss)
	// The class of a menace below zero does not fit into a cell.
	f.hash(at[numShallow:], numShallow, &[4]uint64{menace << 3 * multiplier, menace >> 1 * multiplier})
}

// rescue returns whether the move saves a hanging piece: 0 nothing hangs, 1 no, 2 it
// moves a hanging piece, 3 less hangs after it.
func (v *view) rescue(a *act) uint32 {
	switch {
	case v.us.hang == 0:
		return 0
	case v.us.hanging>>a.from&1 != 0:
		return 2
	case a.hang < v.us.hang:
		return 3
	}
	return 1
}

// eyes returns the enemy pieces that the moved piece attacks from its target: a bit
// for each kind, and five bits higher a bit for each kind that is not defended.
func (v *view) eyes(a *act) (eyes uint32) {
	for kind := pawn; kind <= queen; kind++ {
		s := a.reach & v.them.pieces[kind]
		eyes |= one(s)<<(kind-1) | one(s&^v.them.reach.once)<<(kind+4)
	}
	return eyes
}

// tension returns how many pawns capture, defend and stop a pawn on its target or
// stand beside it; for a piece, whether a pawn of its side is in front of it.
func (v *view) tension(a *act) uint32 {
	us, them := v.us.pieces[pawn], v.them.pieces[pawn]
	if a.kind != pawn {
		return uint32(us>>a.to>>8&1) << 1
	}
	tb := bitboard.Of(a.to)
	return uint32((bitboard.PawnsAttacksUp(tb)&them).Count())<<6 | uint32((bitboard.PawnsAttacksDown(tb)&us).Count())<<4 |
		uint32(((tb.Left()|tb.Right())&us).Count())<<2 | uint32((tb.Up() & them).Count()) | 1<<8
}

// chase returns what the move does to the piece that moved last: 0 nothing, 1 attacks
// it, 2 attacks it undefended, 3 captures it.
func (v *view) chase(a *act, last trace) uint32 {
	if last == 0 {
		return 0
	}
	lt := bitboard.Of(last.to())
	switch {
	case last.to() == a.to:
		return 3
	case a.reach&lt == 0:
		return 0
	case v.them.reach.once&lt == 0:
		return 2
	}
	return 1
}

// pattern returns a hash of the contents of a ring of squares. The rotation turn
// makes it independent of the ring's center.
func (v *view) pattern(ring bitboard.Set, turn int) uint64 {
	at := func(s bitboard.Set) uint64 { return bits.RotateLeft64(uint64(s&ring), turn) }
	edge := at(^bitboard.Set(0))
	return mix(at(v.pl.p0)*0x9e3779b97f4a7c15 ^ at(v.pl.p1)*0xc2b2ae3d27d4eb4f ^
		at(v.pl.p2)*0x165667b19e3779f9 ^ at(v.pl.us)*0xd6e8feb86659fd93 ^ edge*0xa0761d6478bd642f)
}

// scope returns how many squares a piece attacks before the move, 0 for pawns and
// kings.
func (v *view) scope(kind uint32, from bitboard.Square) uint32 {
	if kind < knight || kind > queen {
		return 0
	}
	return uint32(attacks(kind, from, v.occ).Count())
}

// frontSpan returns the squares ahead of a pawn on its file and the adjacent files.
func frontSpan(sq bitboard.Square) bitboard.Set {
	file := bitboard.Set(0x0101010101010101) << (sq & 7)
	wide := file | file.Left() | file.Right()
	return wide &^ (1<<(sq|7)<<1 - 1)
}

// lossClass returns the class of a difference in hundredths of a pawn.
func lossClass(d int32) uint64 {
	switch {
	case d < 40:
		return uint64(d / 5)
	case d < 120:
		return 8 + uint64(d-40)/10
	case d < 400:
		return 16 + uint64(d-120)/40
	case d < 1000:
		return 23 + uint64(d-400)/100
	case d < 5000:
		return 29
	}
	return 30
}

func distance(a, b bitboard.Square) uint32 {
	df, dr := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return uint32(max(df, -df, dr, -dr))
}
