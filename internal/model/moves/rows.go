package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
)

// context holds what all moves of a position share.
type context struct {
	o           outlook
	last, prior trace // the last moves of the opponent and of the side to move
	ply         uint32
	book        bool
	files       [8]uint32 // our and the enemy's pawns on a file, 0 to 2 each
	stale       uint32    // class of the halfmove clock
	fullHang    uint32
	best        int32
	gap         uint64
}

// share fills the context of the position.
func (f *Features) share(known *Known) *context {
	v := &f.v
	c := &f.c
	*c = context{}
	ply := v.past.Ply()
	c.o = known.outlook(v.flip != 0, ply)
	c.last, c.prior = v.past.last[0].flipped(v.flip), v.past.last[1].flipped(v.flip)
	// Counted by the move number, not by the ply of the game, so that games that
	// start from a later position look like middle games.
	number := uint32(v.p.FullmoveNumber)*2 + uint32(v.p.Turn&1)
	c.ply = min(number, 30)
	if number > 30 {
		c.ply = 30 + min((number-30)/10, 12)
	}
	c.book = number < 60
	for file := range uint8(8) {
		mask := bitboard.Set(0x0101010101010101) << file
		c.files[file] = uint32(min((v.us.pieces[pawn]&mask).Count(), 2)*3 + min((v.them.pieces[pawn]&mask).Count(), 2))
	}
	stale := uint32(min(v.p.HalfmoveClock, 100))
	c.stale = uint32(bits.Len32(stale))
	if stale > 90 {
		c.stale = 8
	}
	c.fullHang = v.us.hang*5 + v.them.hang
	return c
}

// rows holds the product of each feature's row and the multiplier, those of the features
// in even slots of a group of eight before those in odd ones.
type rows [slots]uint64

// rowAt returns the place of a slot in rows.
func rowAt(slot int) int { return slot&^7 | slot>>1&3 | slot&1<<2 }

// setRows sets the row of each feature.
func (f *Features) setRows(c *context) {
	v := &f.v
	var rows [numFeatures]uint64
	o := &c.o
	lk, lt := uint64(c.last.kind()), uint64(c.last.to())
	mat := uint64(0)
	for k := pawn; k <= queen; k++ {
		mat = mat*11 + uint64(v.us.pieces[k].Count())
		mat = mat*11 + uint64(v.them.pieces[k].Count())
	}
	rows[fReply] = lk<<6 | lt
	rows[fPlan] = uint64(c.prior.kind())<<6 | uint64(c.prior.to())
	rows[fPhase] = uint64(v.phase)
	rows[fThreat] = uint64(v.them.hang)
	rows[fRescue] = uint64(v.us.hang)
	rows[fRecapture] = uint64(c.last.victim())<<3 | lk
	rows[fEcho] = uint64(c.last.from())<<6 | lt
	rows[fClock] = uint64(c.ply)
	rows[fSkill] = uint64(o.elo)
	rows[fKings] = uint64(v.us.king)<<6 | uint64(v.them.king)
	rows[fStyle] = uint64(o.elo)<<3 | uint64(o.pace)
	rows[fHome] = uint64(v.us.pieces[pawn] & 0xffff00)
	rows[fFront] = uint64(v.them.pieces[pawn] & 0xffff0000000000)
	rows[fEvade] = uint64(v.check)
	rows[fDistance] = uint64(v.phase)
	rows[fDuel] = uint64(c.last.victim())<<9 | lk<<6 | lt
	rows[fFoes] = uint64(v.them.pieces[knight])*0x9e3779b97f4a7c15 ^ uint64(v.them.pieces[bishop])*0xc2b2ae3d27d4eb4f
	rows[fEnding] = uint64(o.result)<<8 | uint64(o.ending)<<4 | uint64(o.left)
	rows[fFinish] = uint64(o.result)<<8 | uint64(o.left)
	rows[fPawns] = uint64(v.us.pieces[pawn])*0x9e3779b97f4a7c15 ^ uint64(v.them.pieces[pawn])*0xc2b2ae3d27d4eb4f
	rows[fBlunder] = uint64(c.fullHang)
	rows[fHang] = uint64(v.us.hanging)*0x9e3779b97f4a7c15 ^ uint64(v.them.hanging)*0xc2b2ae3d27d4eb4f
	const west = 0x0f0f0f0f0f0f0f0f
	rows[fWest] = uint64(v.us.pieces[pawn]&west)*0x9e3779b97f4a7c15 ^ uint64(v.them.pieces[pawn]&west)*0xc2b2ae3d27d4eb4f
	rows[fEast] = uint64(v.us.pieces[pawn]&^west)*0x9e3779b97f4a7c15 ^ uint64(v.them.pieces[pawn]&^west)*0xc2b2ae3d27d4eb4f
	rows[fRivals] = uint64(v.them.pieces[rook]|v.them.pieces[queen])*0x9e3779b97f4a7c15 ^ uint64(v.them.king)
	rows[fScheme] = uint64(c.prior)<<32 | uint64(v.past.last[3].flipped(v.flip))
	rows[fRepeat] = uint64(o.result)<<4 | uint64(c.stale)
	rows[fSiege] = uint64(v.phase)
	rows[fRoom] = uint64(v.phase)
	rows[fMaterial] = mat
	rows[fLine] = uint64(c.last)<<32 | uint64(c.prior)
	book := uint64(0)
	if c.book {
		book = hash([4]bitboard.Set{v.pl.p0, v.pl.p1, v.pl.p2, v.pl.us}) | 1
	}
	rows[fBook] = book
	rows[fMinors] = uint64(v.us.pieces[knight])*0x9e3779b97f4a7c15 ^ uint64(v.us.pieces[bishop])*0xc2b2ae3d27d4eb4f
	rows[fHeavies] = uint64(v.us.pieces[rook]|v.us.pieces[queen])*0x9e3779b97f4a7c15 ^ uint64(v.us.king)
	rows[fPasser] = uint64(v.phase)
	rows[fChase] = lk
	if f.Deep {
		rows[fMenaceLoss] = uint64(o.elo)
		rows[fDanger] = v.search.danger
		rows[fLossSkill] = uint64(o.elo)<<4 | uint64(o.pace)
		rows[fLossPhase] = uint64(v.phase)<<4 | uint64(o.result)
	}
	for slot, context := range rows[:f.Count()] {
		f.rows[rowAt(slot)] = mix((context+uint64(order[slot])*0x632be59bd9b4e019)*0xff51afd7ed558ccd+0x9fb21c651e98df25) * multiplier
	}
}
