package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
)

// list fills list with the hashes of a move's features: each one's row, and its
// column, which is what the move is.
func (f *Features) list(c *context, a *act, list []uint32) {
	v := &f.v
	at := (*[numShallow]uint32)(list)
	put := func(i int, attr uint64) {
		at[i] = uint32((f.rows[i] + attr) * multiplier >> 32)
	}
	k, fr, to := uint64(a.kind), uint64(a.from), uint64(a.to)
	vic, promo := uint64(a.victim), uint64(a.promotion)
	la, dt := uint64(a.least), uint64(a.guards)
	lf, df := uint64(v.them.reach.least(a.from)), uint64(v.us.reach.once>>a.from&1)
	gain := uint64(a.gain + 9)
	chk := uint64(a.check)
	path := k<<12 | fr<<6 | to
	goal := k<<6 | to
	esc := v.rescue(a)
	after := uint64(a.hang)<<1 | uint64(a.selfHangs)
	put(fTrade, k<<20|to<<12|vic<<8|la<<4|dt)
	put(fLeave, k<<20|lf<<16|df<<12|vic<<8|la<<4|dt)
	put(fExchange, gain<<16|vic<<12|k<<8|promo<<4|chk)
	put(fReply, goal)
	put(fPlan, path)
	put(fPhase, path)
	put(fCheck, chk<<16|gain<<11|k<<8|promo<<4|la)
	put(fThreat, uint64(a.prey)<<16|k<<12|gain<<6|chk)
	put(fRescue, esc<<20|k<<16|gain<<10|after)
	put(fAround, v.around(a.to)<<3|k)
	rec := uint64(0)
	if c.last.victim() != none && c.last.to() == a.to {
		rec = 1
	}
	put(fRecapture, rec<<16|rec*(k<<8|gain))
	put(fEcho, fr<<6|to)
	put(fClock, path)
	put(fSkill, gain<<16|k<<12|chk<<8|after)
	put(fKings, goal)
	put(fStyle, path)
	put(fHome, path)
	put(fFront, path)
	put(fEvade, k<<20|la<<16|dt<<12|vic<<8|gain)
	free := uint64(a.reach.Count())
	was := uint64(v.scope(a))
	put(fScope, k<<16|was<<8|free)
	file := uint64(c.files[a.to&7])
	put(fFile, file<<16|path)
	put(fDistance, k<<20|distance(a.to, v.them.king)<<16|distance(a.to, v.us.king)<<12|distance(a.from, v.them.king)<<8|gain)
	put(fDuel, k<<16|gain<<8|esc)
	put(fOutcome, gain<<16|k<<12|chk<<8|after)
	put(fEnding, k<<16|chk<<12|gain<<4|uint64(a.repeats))
	put(fFinish, after<<16|uint64(a.prey)<<8|chk<<4|uint64(a.repeats))
	put(fPawns, fr<<6|to)
	put(fBlunder, k<<20|after<<16|lf<<12|gain<<4|esc)
	put(fRepeat, uint64(a.repeats)<<8|k)
	put(fSiege, k<<16|uint64(a.siege)<<12|uint64(a.storm)<<8|chk)
	put(fRoom, k<<20|uint64(min(max(int(a.room)-v.us.reach.once.Count()+16, 0), 31))<<8|uint64(min(max(int(a.cramp)-v.them.reach.once.Count()+8, 0), 15)))
	put(fMaterial, goal)
	put(fLine, fr<<6|to)
	put(fBook, fr<<6|to)
	put(fMinors, path)
	put(fHeavies, path)
	pin := uint64(v.pinned >> a.from & 1)
	put(fPin, pin<<24|v.eyes(a)<<8|k<<4|chk)
	pass := uint64(0)
	if a.kind == pawn && frontSpan(a.to)&v.them.pieces[pawn] == 0 {
		pass = 1 + uint64(a.to>>3)
	}
	put(fPasser, pass<<12|k<<8|la<<4|dt)
	put(fTension, v.tension(a)<<12|goal)
	put(fChase, v.chase(a, c.last)<<16|k<<12|gain<<6|after)
}

// listDeep is the list of the features of the search.
func (f *Features) listDeep(c *context, a *act, list []uint32) {
	v := &f.v
	at := (*[numFeatures - numShallow]uint32)(list[numShallow:])
	deep := func(i int, attr uint64) {
		at[i-numShallow] = uint32((f.rows[i] + attr) * multiplier >> 32)
	}
	k, gain, chk := uint64(a.kind), uint64(a.gain+9), uint64(a.check)
	menace, loss := lossClass(a.menace), lossClass(c.best-a.value)
	deep(fMenace, menace<<16|k<<8|gain)
	deep(fMenaceLoss, menace<<8|loss)
	deep(fDanger, loss<<8|v.rescue(a)<<4|k)
	deep(fLoss, loss<<8|c.gap)
	deep(fLossSkill, loss<<8|uint64(a.victim)<<4|chk)
	deep(fLossKind, loss<<16|k<<8|gain)
	deep(fLossPhase, loss<<8|chk<<4|uint64(c.o.left))
}

// rescue says whether the move sees to what hangs: 0 nothing hangs, 1 no, 2 it
// moves a piece that hangs, 3 what hangs after it is worth less.
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

// eyes returns what the moved piece attacks from its target: a bit for each kind
// of enemy piece, and five bits on, one for each that is not defended.
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

// tension returns how many pawns capture, defend and stop a pawn on its target
// or stand beside it; of a piece, whether a pawn of its side stands before it.
func (v *view) tension(a *act) uint64 {
	us, them := v.us.pieces[pawn], v.them.pieces[pawn]
	if a.kind != pawn {
		return uint64(us>>a.to>>8&1) << 1
	}
	tb := bitboard.Of(a.to)
	return uint64((bitboard.PawnsAttacksUp(tb)&them).Count())<<6 | uint64((bitboard.PawnsAttacksDown(tb)&us).Count())<<4 |
		uint64(((tb.Left()|tb.Right())&us).Count())<<2 | uint64((tb.Up() & them).Count()) | 1<<8
}

// chase says what the move does to the piece that moved last: 0 nothing, 1 it
// attacks it, 2 where nothing defends it, 3 it captures it.
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

// around returns what stands on and next to a square, before the move, the
// same wherever the square lies.
func (v *view) around(sq uint8) uint64 {
	ring := bitboard.KingAttacks(sq)
	at := func(s bitboard.Set) uint64 { return bits.RotateLeft64(uint64(s&ring), 9-int(sq)) }
	edge := at(^bitboard.Set(0))
	return mix(at(v.pl.p0)*0x9e3779b97f4a7c15 ^ at(v.pl.p1)*0xc2b2ae3d27d4eb4f ^
		at(v.pl.p2)*0x165667b19e3779f9 ^ at(v.pl.us)*0xd6e8feb86659fd93 ^ edge*0xa0761d6478bd642f)
}

// scope returns how many squares the mover attacks before the move, 0 for pawns
// and kings.
func (v *view) scope(a *act) int {
	if a.kind < knight || a.kind > queen {
		return 0
	}
	return attacks(a.kind, a.from, v.occ).Count()
}

// frontSpan returns the squares ahead of a pawn on its file and those beside.
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
