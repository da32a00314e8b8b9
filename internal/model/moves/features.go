package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Features lists for each legal move the weights that make up its score. The
// zero Features is ready to use.
type Features struct {
	// Deep adds the features that need a search.
	Deep bool

	v    view
	c    context
	acts []act
	rows [numFeatures]uint64
	at   []uint32
}

const multiplier = 0x9e3779b97f4a7c15

// Count returns the number of features of each move.
func (f *Features) Count() int {
	if f.Deep {
		return numFeatures
	}
	return numShallow
}

// Prepare lists the features of every move, Count for each, as hashes of 32
// bits: the weight is found by as many of the highest as the table's size asks.
// The slice is valid until the next call.
func (f *Features) Prepare(p *board.Position, past *Past, known *Known, legal []board.Move) []uint32 {
	v := &f.v
	v.deep = f.Deep
	v.read(p, past)
	count := f.Count()
	n := len(legal) * count
	if cap(f.acts) < len(legal) {
		f.at = make([]uint32, n+64*count)
		f.acts = make([]act, len(legal)+64)
	}
	f.at = f.at[:n]
	f.acts = f.acts[:cap(f.acts)]
	c := f.share(known)
	for i, m := range legal {
		a := &f.acts[i]
		v.look(m, a)
	}
	if f.Deep {
		best, second := int32(-infinite), int32(-infinite)
		for i := range legal {
			v := f.acts[i].value
			second = max(second, min(best, v))
			best = max(best, v)
		}
		c.best, c.gap = best, lossClass(best-second)
	}
	for i := range legal {
		f.list(c, &f.acts[i], f.at[i*count:][:count])
	}
	return f.at
}

// context is what all moves of a position share.
type context struct {
	o           outlook
	last, prior trace // of the opponent, of the own side
	ply         uint32
	book        bool
	files       [8]uint32 // own and enemy pawns on a file, 0 to 2 each
	stale       uint32    // class of the halfmove clock
	fullHang    uint32
	best        int32
	gap         uint64
}

// The features, each a weight for what a row, the same for all moves of the
// position, and a column, what the move is, say together. How much each is
// worth is measured by go run ./internal/tools/trainmodels ablation.
const (
	fTrade     = iota // piece, target, what stands there, who attacks and defends it
	fLeave            // who attacks and defends the piece where it stands, and where it goes
	fExchange         // what the exchange on the target wins, of which piece by which
	fReply            // the opponent's last piece and target
	fPlan             // the own last piece and target
	fPhase            // how much material is left
	fCheck            // kind of check and what it costs
	fThreat           // what the enemy has hanging before and after
	fRescue           // what the own side has hanging, and whether the move sees to it
	fAround           // what stands round the target
	fRecapture        // whether the move takes back
	fEcho             // from and to of the opponent's last move
	fClock            // the move number
	fSkill            // the mover's rating, and what the move gives away
	fKings            // where both kings stand
	fStyle            // the mover's rating, the time control, and the move
	fHome             // own pawns on the second and third rows
	fFront            // enemy pawns on the sixth and seventh rows
	fEvade            // whether the mover is in check
	fScope            // how many squares the piece attacks before and after
	fFile             // pawns on the file of the target
	fDistance         // distances to both kings
	fDuel             // the opponent's last piece, target and victim
	fOutcome          // the result, and who is the stronger
	fEnding           // the result, how it came about and how many plies are left
	fFinish           // the result, plies left, and what hangs
	fPawns            // where all pawns stand
	fBlunder          // what hangs before and after, on both sides
	fRepeat           // whether the position comes back, and the counter of the fifty-move rule
	fSiege            // attacks on the squares round both kings
	fRoom             // squares attacked by both sides: mobility and space
	fMaterial         // what pieces are left
	fLine             // the last moves of both: three plies in a row
	fBook             // the whole position, in the first thirty moves
	fMinors           // where the own knights and bishops stand
	fHeavies          // where the own king, queens and rooks stand
	fPin              // whether the piece is pinned, and what it looks at from the target
	fPasser           // whether a pawn has no enemy pawn before it
	fTension          // pawns beside, behind and against the target
	fChase            // whether the move attacks or takes what moved last
	numShallow
)

// The features of the search: value is what settle, with both sides only
// capturing, makes of the position after the move.
const (
	fLoss       = numShallow + iota // how much worse than the best move
	fLossSkill                      // the same by the mover's rating and the time control
	fLossKind                       // the same by piece and exchange
	fLossPhase                      // the same by material and result
	fMenace                         // what a second move at once would win
	fMenaceLoss                     // the same beside what the move loses
	fDanger                         // what the enemy would win if the mover passed
	numFeatures
)

// MaxFeatures is the largest number of weights that make up a score.
const MaxFeatures = numFeatures

// Names are the names of the features.
var Names = [numFeatures]string{"trade", "leave", "exchange", "reply", "plan", "phase", "check", "threat", "rescue", "around", "recapture", "echo", "clock", "skill", "kings", "style", "home", "front", "evade", "scope", "file", "distance", "duel", "outcome", "ending", "finish", "pawns", "blunder", "repeat", "siege", "room", "material", "line", "book", "minors", "heavies", "pin", "passer", "tension", "chase", "loss", "lossskill", "losskind", "lossphase", "menace", "menaceloss", "danger"}

func distance(a, b uint8) uint64 {
	df, dr := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return uint64(max(df, -df, dr, -dr))
}

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
	// Counted by the move number, not by the ply of the game, so that games
	// from a position later on look like what they are.
	number := uint32(v.p.FullmoveNumber)*2 + uint32(v.p.Turn&1)
	c.ply = min(number, 30)
	if number > 30 {
		c.ply = 30 + min((number-30)/10, 12)
	}
	c.book = number < 60
	for file := range uint8(8) {
		mask := bitboard.Set(0x0101010101010101) << file
		c.files[file] = uint32(min((v.own[pawn]&mask).Count(), 2)*3 + min((v.foe[pawn]&mask).Count(), 2))
	}
	stale := uint32(min(v.p.HalfmoveClock, 100))
	c.stale = uint32(bits.Len32(stale))
	if stale > 90 {
		c.stale = 8
	}
	c.fullHang = v.hang*5 + v.prey
	key := func(i int, context uint64) {
		f.rows[i] = mix((context+uint64(i)*0x632be59bd9b4e019)*0xff51afd7ed558ccd + 0x9fb21c651e98df25)
	}
	o := &c.o
	set := func(s bitboard.Set) uint64 { return uint64(s) }
	lk, lt := uint64(c.last.kind()), uint64(c.last.to())
	mat := uint64(0)
	for k := pawn; k <= queen; k++ {
		mat = mat*11 + uint64(v.own[k].Count())
		mat = mat*11 + uint64(v.foe[k].Count())
	}
	key(fTrade, 0)
	key(fLeave, 0)
	key(fExchange, 0)
	key(fReply, lk<<6|lt)
	key(fPlan, uint64(c.prior.kind())<<6|uint64(c.prior.to()))
	key(fPhase, uint64(v.phase))
	key(fCheck, 0)
	key(fThreat, uint64(v.prey))
	key(fRescue, uint64(v.hang))
	key(fAround, 0)
	key(fRecapture, uint64(c.last.victim())<<3|lk)
	key(fEcho, uint64(c.last.from())<<6|lt)
	key(fClock, uint64(c.ply))
	key(fSkill, uint64(o.elo))
	key(fKings, uint64(v.ownKing)<<6|uint64(v.foeKing))
	key(fStyle, uint64(o.elo)<<3|uint64(o.pace))
	key(fHome, set(v.own[pawn]&0xffff00))
	key(fFront, set(v.foe[pawn]&0xffff0000000000))
	key(fEvade, uint64(v.check))
	key(fScope, 0)
	key(fFile, 0)
	key(fDistance, uint64(v.phase))
	key(fDuel, uint64(c.last.victim())<<9|lk<<6|lt)
	key(fOutcome, uint64(o.result)<<4|uint64(o.foe))
	key(fEnding, uint64(o.result)<<8|uint64(o.ending)<<4|uint64(o.left))
	key(fFinish, uint64(o.result)<<8|uint64(o.left))
	key(fPawns, set(v.own[pawn])*0x9e3779b97f4a7c15^set(v.foe[pawn])*0xc2b2ae3d27d4eb4f)
	key(fBlunder, uint64(c.fullHang))
	key(fRepeat, uint64(o.result)<<4|uint64(c.stale))
	key(fSiege, uint64(v.phase))
	key(fRoom, uint64(v.phase))
	key(fMaterial, mat)
	key(fLine, uint64(c.last)<<32|uint64(c.prior))
	book := uint64(0)
	if c.book {
		book = hash([4]bitboard.Set{v.pl.p0, v.pl.p1, v.pl.p2, v.pl.own}) | 1
	}
	key(fBook, book)
	key(fMinors, set(v.own[knight])*0x9e3779b97f4a7c15^set(v.own[bishop])*0xc2b2ae3d27d4eb4f)
	key(fHeavies, set(v.own[rook]|v.own[queen])*0x9e3779b97f4a7c15^uint64(v.ownKing))
	key(fPin, 0)
	key(fPasser, uint64(v.phase))
	key(fTension, 0)
	key(fChase, lk)
	if f.Deep {
		key(fLoss, 0)
		key(fMenace, 0)
		key(fMenaceLoss, uint64(o.elo))
		key(fDanger, v.danger)
		key(fLossSkill, uint64(o.elo)<<4|uint64(o.pace))
		key(fLossKind, 0)
		key(fLossPhase, uint64(v.phase)<<4|uint64(o.result))
	}
	return c
}

func (f *Features) list(c *context, a *act, list []uint32) {
	v := &f.v
	at := (*[numShallow]uint32)(list)
	put := func(i int, attr uint64) {
		at[i] = uint32((f.rows[i] + attr) * multiplier >> 32)
	}
	k, fr, to := uint64(a.kind), uint64(a.from), uint64(a.to)
	vic, promo := uint64(a.victim), uint64(a.promotion)
	la, dt := uint64(a.least), uint64(a.guards)
	lf, df := uint64(v.theirs.least(a.from)), uint64(v.ours.once>>a.from&1)
	gain := uint64(a.gain + 9)
	chk := uint64(a.check)
	path := k<<12 | fr<<6 | to
	goal := k<<6 | to
	esc := uint64(0)
	if v.hang != 0 {
		esc = 1
		if v.hanging>>a.from&1 != 0 {
			esc = 2
		} else if a.hang < v.hang {
			esc = 3
		}
	}
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
	put(fDistance, k<<20|distance(a.to, v.foeKing)<<16|distance(a.to, v.ownKing)<<12|distance(a.from, v.foeKing)<<8|gain)
	put(fDuel, k<<16|gain<<8|esc)
	put(fOutcome, gain<<16|k<<12|chk<<8|after)
	put(fEnding, k<<16|chk<<12|gain<<4|uint64(a.repeats))
	put(fFinish, after<<16|uint64(a.prey)<<8|chk<<4|uint64(a.repeats))
	put(fPawns, fr<<6|to)
	put(fBlunder, k<<20|after<<16|lf<<12|gain<<4|esc)
	put(fRepeat, uint64(a.repeats)<<8|k)
	put(fSiege, k<<16|uint64(a.siege)<<12|uint64(a.storm)<<8|chk)
	put(fRoom, k<<20|uint64(min(max(int(a.room)-v.ours.once.Count()+16, 0), 31))<<8|uint64(min(max(int(a.cramp)-v.theirs.once.Count()+8, 0), 15)))
	put(fMaterial, goal)
	put(fLine, fr<<6|to)
	put(fBook, fr<<6|to)
	put(fMinors, path)
	put(fHeavies, path)
	pin := uint64(v.pinned >> a.from & 1)
	// What the moved piece now looks at: enemy pieces by kind, defended or not.
	var eyes uint64
	for kind := pawn; kind <= queen; kind++ {
		if s := a.reach & v.foe[kind]; s != 0 {
			eyes |= 1 << (kind - 1)
			if s&^v.theirs.once != 0 {
				eyes |= 1 << (kind + 4)
			}
		}
	}
	put(fPin, pin<<24|eyes<<8|k<<4|chk)
	pass := uint64(0)
	if a.kind == pawn {
		ahead := frontSpan(a.to)
		if ahead&v.foe[pawn] == 0 {
			pass = 1 + uint64(a.to>>3)
		}
	}
	put(fPasser, pass<<12|k<<8|la<<4|dt)
	// Pawns that may capture each other on the squares round.
	tense := uint64(0)
	tb := bitboard.Of(a.to)
	if a.kind == pawn {
		tense = uint64((bitboard.PawnsAttacksUp(tb)&v.foe[pawn]).Count())<<6 | uint64((bitboard.PawnsAttacksDown(tb)&v.own[pawn]).Count())<<4 |
			uint64(((tb.Left()|tb.Right())&v.own[pawn]).Count())<<2 | uint64((tb.Up() & v.foe[pawn]).Count()) | 1<<8
	} else {
		tense = uint64(v.own[pawn]>>a.to>>8&1) << 1
	}
	put(fTension, tense<<12|goal)
	chase := uint64(0)
	if c.last != 0 {
		lt := bitboard.Of(c.last.to())
		if a.reach&lt != 0 {
			chase = 1
			if v.theirs.once&lt == 0 {
				chase = 2
			}
		}
		if c.last.to() == a.to {
			chase = 3
		}
	}
	put(fChase, chase<<16|k<<12|gain<<6|after)
	if !v.deep {
		return
	}
	search := (*[numFeatures - numShallow]uint32)(list[numShallow:])
	deep := func(i int, attr uint64) {
		search[i-numShallow] = uint32((f.rows[i] + attr) * multiplier >> 32)
	}
	menace, loss := lossClass(a.menace), lossClass(c.best-a.value)
	deep(fMenace, menace<<16|k<<8|gain)
	deep(fMenaceLoss, menace<<8|loss)
	deep(fDanger, loss<<8|esc<<4|k)
	deep(fLoss, loss<<8|c.gap)
	deep(fLossSkill, loss<<8|vic<<4|chk)
	deep(fLossKind, loss<<16|k<<8|gain)
	deep(fLossPhase, loss<<8|chk<<4|uint64(c.o.left))
}

// around returns what stands on and next to a square, before the move, the
// same wherever the square lies.
func (v *view) around(sq uint8) uint64 {
	ring := bitboard.KingAttacks(sq)
	at := func(s bitboard.Set) uint64 { return bits.RotateLeft64(uint64(s&ring), 9-int(sq)) }
	edge := at(^bitboard.Set(0))
	return mix(at(v.pl.p0)*0x9e3779b97f4a7c15 ^ at(v.pl.p1)*0xc2b2ae3d27d4eb4f ^
		at(v.pl.p2)*0x165667b19e3779f9 ^ at(v.pl.own)*0xd6e8feb86659fd93 ^ edge*0xa0761d6478bd642f)
}

// scope returns how many squares the mover attacks before the move.
func (v *view) scope(a *act) int {
	switch a.kind {
	case knight:
		return bitboard.KnightAttacks(a.from).Count()
	case bishop:
		return bitboard.BishopAttacks(a.from, v.occ).Count()
	case rook:
		return bitboard.RookAttacks(a.from, v.occ).Count()
	case queen:
		return bitboard.QueenAttacks(a.from, v.occ).Count()
	}
	return 0
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
