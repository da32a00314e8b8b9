package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
)

// context is what all moves of a position share.
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
	c.last, c.prior = v.past.last[0], v.past.last[1]
	if c.last != 0 {
		c.last = c.last.flipped(v.flip)
	}
	if c.prior != 0 {
		c.prior = c.prior.flipped(v.flip)
	}
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

// setRows sets the row of each feature.
func (f *Features) setRows(c *context) {
	v := &f.v
	key := func(i int, context uint64) {
		f.rows[i] = mix((context+uint64(i)*0x632be59bd9b4e019)*0xff51afd7ed558ccd + 0x9fb21c651e98df25)
	}
	o := &c.o
	lk, lt := uint64(c.last.kind()), uint64(c.last.to())
	mat := uint64(0)
	for k := pawn; k <= queen; k++ {
		mat = mat*11 + uint64(v.us.pieces[k].Count())
		mat = mat*11 + uint64(v.them.pieces[k].Count())
	}
	key(fTrade, 0)
	key(fLeave, 0)
	key(fExchange, 0)
	key(fReply, lk<<6|lt)
	key(fPlan, uint64(c.prior.kind())<<6|uint64(c.prior.to()))
	key(fPhase, uint64(v.phase))
	key(fCheck, 0)
	key(fThreat, uint64(v.them.hang))
	key(fRescue, uint64(v.us.hang))
	key(fAround, 0)
	key(fRecapture, uint64(c.last.victim())<<3|lk)
	key(fEcho, uint64(c.last.from())<<6|lt)
	key(fClock, uint64(c.ply))
	key(fSkill, uint64(o.elo))
	key(fKings, uint64(v.us.king)<<6|uint64(v.them.king))
	key(fStyle, uint64(o.elo)<<3|uint64(o.pace))
	key(fHome, uint64(v.us.pieces[pawn]&0xffff00))
	key(fFront, uint64(v.them.pieces[pawn]&0xffff0000000000))
	key(fEvade, uint64(v.check))
	key(fScope, 0)
	key(fFile, 0)
	key(fDistance, uint64(v.phase))
	key(fDuel, uint64(c.last.victim())<<9|lk<<6|lt)
	key(fOutcome, uint64(o.result)<<4|uint64(o.rival))
	key(fEnding, uint64(o.result)<<8|uint64(o.ending)<<4|uint64(o.left))
	key(fFinish, uint64(o.result)<<8|uint64(o.left))
	key(fPawns, uint64(v.us.pieces[pawn])*0x9e3779b97f4a7c15^uint64(v.them.pieces[pawn])*0xc2b2ae3d27d4eb4f)
	key(fBlunder, uint64(c.fullHang))
	key(fRepeat, uint64(o.result)<<4|uint64(c.stale))
	key(fSiege, uint64(v.phase))
	key(fRoom, uint64(v.phase))
	key(fMaterial, mat)
	key(fLine, uint64(c.last)<<32|uint64(c.prior))
	book := uint64(0)
	if c.book {
		book = hash([4]bitboard.Set{v.pl.p0, v.pl.p1, v.pl.p2, v.pl.us}) | 1
	}
	key(fBook, book)
	key(fMinors, uint64(v.us.pieces[knight])*0x9e3779b97f4a7c15^uint64(v.us.pieces[bishop])*0xc2b2ae3d27d4eb4f)
	key(fHeavies, uint64(v.us.pieces[rook]|v.us.pieces[queen])*0x9e3779b97f4a7c15^uint64(v.us.king))
	key(fPin, 0)
	key(fPasser, uint64(v.phase))
	key(fTension, 0)
	key(fChase, lk)
	if f.Deep {
		key(fLoss, 0)
		key(fMenace, 0)
		key(fMenaceLoss, uint64(o.elo))
		key(fDanger, v.search.danger)
		key(fLossSkill, uint64(o.elo)<<4|uint64(o.pace))
		key(fLossKind, 0)
		key(fLossPhase, uint64(v.phase)<<4|uint64(o.result))
	}
}
