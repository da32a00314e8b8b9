package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
)

// place returns the index of a feature's weight in a table of the given number of
// lines. Row and line select a line of 64 adjacent weights; line is what neighbouring
// moves share, such as the piece. Low, 6 bits, selects the weight in it.
func place(lines, row, line, low uint64) uint32 {
	h := (row + line) * multiplier
	return uint32(h>>32*lines>>32<<6 | h>>20&63 ^ low)
}

// piece holds what all moves of a piece share.
type piece struct {
	valid        bool
	kind, from   uint64
	least, guard uint64 // its attackers and whether it is defended
	near         uint64 // distance to the enemy's king
	pinned       uint64
	paths        [len(pathFeatures)]uint32 // places without the target
	goals        [3]uint32                 // the same of reply, kings and material
	scope        uint32                    // place of the feature without the target's part
	origin, nest uint32
}

// pathFeatures are the features whose column is kind, origin and target.
var pathFeatures = [...]uint8{
	fPlan, fPhase, fEcho, fClock, fStyle, fHome, fFront, fPawns, fLine, fBook, fMinors, fHeavies,
	fFoes, fHang, fWest, fEast, fRivals, fScheme,
}

// take begins with another piece.
func (f *Features) take(kind, from uint64) {
	v, p, lines := &f.v, &f.piece, uint64(f.Lines)
	p.valid, p.kind, p.from = true, kind, from
	at := uint8(from)
	p.least, p.guard = uint64(v.them.reach.least(at)), uint64(v.us.reach.once>>from&1)
	p.near, p.pinned = distance(at, v.them.king), uint64(v.pinned>>from&1)
	path := kind<<6 | from
	for i, feature := range pathFeatures {
		p.paths[i] = place(lines, f.rows[feature], path, 0)
	}
	p.goals[0] = place(lines, f.rows[fReply], kind, 0)
	p.goals[1] = place(lines, f.rows[fKings], kind, 0)
	p.goals[2] = place(lines, f.rows[fMaterial], kind, 0)
	p.scope = place(lines, f.rows[fScope], kind<<8|uint64(v.scope(uint32(kind), at)), 0)
	around := v.around(at)
	p.origin = place(lines, f.rows[fOrigin], around+kind, 0)
	p.nest = place(lines, f.rows[fNest], around+path, 0)
}

// list fills list with the places of a move's features: each has a row, and a column
// that depends on the move.
func (f *Features) list(c *context, a *act, list []uint32) {
	v := &f.v
	at, lines := (*[numShallow]uint32)(list), uint64(f.Lines)
	put := func(i int, line, low uint64) { at[i] = place(lines, f.rows[i], line, low) }
	k, fr, to := uint64(a.kind), uint64(a.from), uint64(a.to)
	vic, promo := uint64(a.victim), uint64(a.promotion)
	la, dt := uint64(a.least), uint64(a.guards)
	p := &f.piece
	if p.kind != k || p.from != fr || !p.valid {
		f.take(k, fr)
	}
	p.list(to, at)
	lf, df := p.least, p.guard
	gain, esc := uint64(a.gain+9), v.rescue(a)
	// A direct check and a mate have the lower bit of the kind of check set.
	chk := uint64(a.check)
	won, checked := gain<<1|chk&1, k<<1|chk>>1
	// The exchange includes whether the moved piece hangs; the piece includes what
	// else hangs.
	left, hung := gain<<1|uint64(a.selfHangs), k<<3|uint64(a.hang)
	put(fTrade, k<<12|vic<<8|la<<4|dt, to)
	put(fLeave, k<<8|lf<<5|df<<4|vic, la<<2|dt)
	put(fExchange, checked<<6|vic<<3|promo, won)
	put(fThreat, checked<<3|uint64(a.prey), won)
	put(fRescue, hung<<2|esc, left)
	there := v.around(a.to)
	put(fAround, there, k)
	put(fSpot, there+(to<<3|k), fr)
	put(fJumps, v.jumps(a.to), k)
	rec := uint64(0)
	if c.last.victim() != none && c.last.to() == a.to {
		rec = 1
	}
	put(fRecapture, rec*(8|k), rec*gain)
	put(fSkill, checked<<8|hung, left)
	put(fEvade, k<<8|vic<<5|la<<2|dt>>1, gain<<1|dt&1)
	at[fScope] = p.scope ^ uint32(a.reach.Count())
	put(fFile, uint64(c.files[a.to&7])<<9|k<<6|fr, to)
	put(fDistance, k<<8|p.near<<5|gain, distance(a.to, v.them.king)<<3|distance(a.to, v.us.king))
	put(fDuel, k<<2|esc, gain)
	put(fEnding, checked<<1|uint64(a.repeats), won)
	put(fFinish, uint64(a.hang)<<1|uint64(a.selfHangs), uint64(a.prey)<<3|chk<<1|uint64(a.repeats))
	put(fBlunder, hung<<5|lf<<2|esc, left)
	put(fRepeat, 0, k<<1|uint64(a.repeats))
	put(fSiege, k<<2|chk, uint64(a.siege)<<3|uint64(a.storm))
	room := uint64(min(max(int(a.room)-v.us.reach.once.Count()+16, 0), 31))
	cramp := uint64(min(max(int(a.cramp)-v.them.reach.once.Count()+8, 0), 15))
	put(fRoom, k<<3|cramp>>1, room<<1|cramp&1)
	eyes := v.eyes(a)
	put(fPin, checked<<6|eyes>>5<<1|p.pinned, eyes&31<<1|chk&1)
	pass := uint64(0)
	if a.kind == pawn && frontSpan(a.to)&v.them.pieces[pawn] == 0 {
		pass = 1 + uint64(a.to>>3)
	}
	put(fPasser, k<<4|pass, la<<2|dt)
	put(fTension, k<<9|v.tension(a), to)
	put(fChase, hung<<2|v.chase(a, c.last), left)
}

// list lists the features whose lines all moves of the piece share.
func (p *piece) list(to uint64, at *[numShallow]uint32) {
	low, q := uint32(to), &p.paths
	at[fPlan], at[fPhase], at[fEcho], at[fClock] = q[0]^low, q[1]^low, q[2]^low, q[3]^low
	at[fStyle], at[fHome], at[fFront], at[fPawns] = q[4]^low, q[5]^low, q[6]^low, q[7]^low
	at[fLine], at[fBook], at[fMinors], at[fHeavies] = q[8]^low, q[9]^low, q[10]^low, q[11]^low
	at[fFoes], at[fHang], at[fWest], at[fEast] = q[12]^low, q[13]^low, q[14]^low, q[15]^low
	at[fRivals], at[fScheme], at[fNest] = q[16]^low, q[17]^low, p.nest^low
	at[fReply], at[fKings], at[fMaterial] = p.goals[0]^low, p.goals[1]^low, p.goals[2]^low
	at[fOrigin] = p.origin ^ (low-uint32(p.from))&63
}

// listDeep is the list of the features of the search.
func (f *Features) listDeep(c *context, a *act, list []uint32) {
	v := &f.v
	at, lines := (*[numFeatures - numShallow]uint32)(list[numShallow:]), uint64(f.Lines)
	put := func(i int, line, low uint64) { at[i-numShallow] = place(lines, f.rows[i], line, low) }
	k, gain, chk := uint64(a.kind), uint64(a.gain+9), uint64(a.check)
	menace, loss := lossClass(a.menace), lossClass(c.best-a.value)
	put(fMenace, menace<<3|k, gain)
	put(fMenaceLoss, menace>>1, loss<<1|menace&1)
	put(fDanger, k<<2|v.rescue(a), loss)
	put(fLoss, c.gap, loss)
	put(fLossSkill, uint64(a.victim)<<1|chk>>1, loss<<1|chk&1)
	put(fLossKind, k<<5|gain, loss)
	put(fLossPhase, uint64(c.o.left)<<2|chk, loss)
}

// rescue returns whether the move saves a hanging piece: 0 nothing hangs, 1 no, 2 it
// moves a hanging piece, 3 less hangs after it.
func (v *view) rescue(a *act) uint64 {
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
func (v *view) eyes(a *act) (eyes uint64) {
	for kind := pawn; kind <= queen; kind++ {
		if s := a.reach & v.them.pieces[kind]; s != 0 {
			eyes |= 1 << (kind - 1)
			if s&^v.them.reach.once != 0 {
				eyes |= 1 << (kind + 4)
			}
		}
	}
	return eyes
}

// tension returns how many pawns capture, defend and stop a pawn on its target or
// stand beside it; for a piece, whether a pawn of its side is in front of it.
func (v *view) tension(a *act) uint64 {
	us, them := v.us.pieces[pawn], v.them.pieces[pawn]
	if a.kind != pawn {
		return uint64(us>>a.to>>8&1) << 1
	}
	tb := bitboard.Of(a.to)
	return uint64((bitboard.PawnsAttacksUp(tb)&them).Count())<<6 | uint64((bitboard.PawnsAttacksDown(tb)&us).Count())<<4 |
		uint64(((tb.Left()|tb.Right())&us).Count())<<2 | uint64((tb.Up() & them).Count()) | 1<<8
}

// chase returns what the move does to the piece that moved last: 0 nothing, 1 attacks
// it, 2 attacks it undefended, 3 captures it.
func (v *view) chase(a *act, last trace) uint64 {
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

// around returns a hash of the contents next to a square before the move, relative to
// the square.
func (v *view) around(sq uint8) uint64 { return v.pattern(bitboard.KingAttacks(sq), 9-int(sq)) }

// jumps is around for the squares a knight's move away.
func (v *view) jumps(sq uint8) uint64 { return v.pattern(bitboard.KnightAttacks(sq), 17-int(sq)) }

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
func (v *view) scope(kind uint32, from uint8) int {
	if kind < knight || kind > queen {
		return 0
	}
	return attacks(kind, from, v.occ).Count()
}

// frontSpan returns the squares ahead of a pawn on its file and the adjacent files.
func frontSpan(sq uint8) bitboard.Set {
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

func distance(a, b uint8) uint64 {
	df, dr := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return uint64(max(df, -df, dr, -dr))
}
