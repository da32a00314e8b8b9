package moves

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// view is a position in the form of the model, before the move.
type view struct {
	p          *board.Position
	past       *Past
	flip       board.Square
	pl         planes
	occ        bitboard.Set
	us, them   side   // the side to move, and the other
	phase      uint32 // 0 to 12
	check      uint32 // 1 if in check
	pinned     bitboard.Set
	repeatable bool
	without    without
	search     search
}

// side holds the pieces of one side.
type side struct {
	pieces  pieces
	reach   reach
	leapers reach // of the pawns, knights and king alone
	sliders reach // of the others
	king    board.Square
	hanging bitboard.Set // pieces that the other side would win
	hang    uint32       // class of the best of them
}

// without is a position without the piece on a square, the origin of the last move
// examined.
type without struct {
	valid   bool
	square  board.Square
	pieces  pieces // of the side to move
	leapers reach  // attacks of its pawns, knights and king
	sliders reach  // attacks of the others
	cover   cover  // both

	theirs *reach       // attacks of the other side
	lines  bitboard.Set // those of its bishops, rooks and queens
	freed  reach        // theirs, if it changes
}

// search is the state of the search, if there is one.
type search struct {
	on      bool
	balance int32  // of the position before the move
	danger  uint64 // class of the enemy's gain if the side to move passes
	best    int32  // the best value of a move so far
}

// set sets the attacks of the side's pieces; if up is set, its pawns move up.
func (s *side) set(occ bitboard.Set, up bool) {
	s.leapers.leap(&s.pieces, up)
	s.sliders.slideAlone(&s.pieces, occ)
	s.reach.join(&s.leapers, &s.sliders)
}

func (v *view) read(p *board.Position, past *Past) {
	v.p, v.past = p, past
	v.pl, v.flip = read(p)
	v.occ = v.pl.occupied()
	us, them := &v.us, &v.them
	v.pl.split(&us.pieces, v.pl.us)
	v.pl.split(&them.pieces, v.occ&^v.pl.us)
	us.set(v.occ, true)
	them.set(v.occ, false)
	loose := func(side bitboard.Set, defended, by *reach) bitboard.Set {
		return v.pl.loose(side, defended.once, by.once, by.by[pawn], by.by[knight]|by.by[bishop], by.by[rook])
	}
	us.hanging = loose(v.pl.us, &us.reach, &them.reach)
	them.hanging = loose(v.occ&^v.pl.us, &them.reach, &us.reach)
	us.hang, them.hang = v.pl.best(us.hanging), v.pl.best(them.hanging)
	us.king, them.king = us.pieces[king].First()&63, them.pieces[king].First()&63
	heavy := (us.pieces[queen]|them.pieces[queen]).Count()*4 + (us.pieces[rook]|them.pieces[rook]).Count()*2 +
		(us.pieces[bishop] | us.pieces[knight] | them.pieces[bishop] | them.pieces[knight]).Count()
	v.phase = uint32(min(heavy, 25)+1) / 2
	v.check = uint32(them.reach.once >> us.king & 1)
	v.pinned = 0
	diag := bitboard.BishopRays(us.king) & (them.pieces[bishop] | them.pieces[queen])
	line := bitboard.RookRays(us.king) & (them.pieces[rook] | them.pieces[queen])
	for s := diag | line; s != 0; s = s.WithoutFirst() {
		if b := bitboard.Between(us.king, s.First()) & v.occ; b != 0 && b.WithoutFirst() == 0 {
			v.pinned |= b & v.pl.us
		}
	}
	if v.search.on {
		b := v.pl.balance(v.occ)
		v.search.balance = b
		enemy := node{&them.pieces, &us.pieces, v.occ, 56}
		v.search.danger = lossClass(enemy.captures(them.reach.once, -b, -infinite, infinite, replyDepth) + b)
		v.search.best = -infinite
	}
	v.without.valid = false
	v.repeatable = past.count >= 3
}

// act is a legal move and its effects.
type act struct {
	kind, victim, promotion uint32       // victim: the captured kind; promotion: none or a kind
	from, to                board.Square // in castling, to is the king's target
	arrives                 uint32       // the kind on to after the move
	gain                    int16        // of the exchange on to, -9 to 9
	check                   uint32       // 0 none, 1 direct, 2 discovered, 3 mate
	after
	// With a search, in hundredths of a pawn: the value of the position after the
	// move, and the gain of a second move at once.
	value  int32
	menace int32
}

// after is a position after a move.
type after struct {
	least, guards uint32       // least attacker of the target, and number of defenders
	hang          uint32       // class of the mover's best piece that hangs
	selfHangs     uint32       // 1 if the moved piece does
	prey          uint32       // class of the enemy's best piece that hangs
	siege, storm  uint32       // attacked squares round the enemy's king, and round the mover's
	room, cramp   uint32       // squares attacked by the mover, by the enemy
	reach         bitboard.Set // attacks of the moved piece
	repeats       uint32
}

// look fills a in for the legal move m.
func (v *view) look(m board.Move, a *act) {
	pl, touched := v.play(m, a)
	occ := pl.occupied()
	a.reach = attacks(a.arrives, a.to, occ)
	var us, taken pieces
	if v.search.on || a.kind == castling {
		pl.split(&us, pl.us)
	}
	var ours cover
	v.coverAfter(&ours, a, &us, touched, occ)
	them, theirs := &v.them.pieces, &v.them.reach
	var fresh reach
	switch {
	case a.victim != none:
		them, theirs = &taken, &fresh
		pl.split(them, occ&^pl.us)
		fresh.set(them, occ, false)
	case a.kind == castling && touched&v.them.sliders.once != 0, a.kind != castling && v.without.lines.Has(a.to):
		theirs = &fresh
		fresh = v.them.leapers
		fresh.slide(them, occ)
	case a.kind != castling:
		theirs = v.without.theirs
	}
	if v.search.on {
		v.weigh(a, pl, touched, &us, them, ours.once, theirs.once)
	}
	a.least, a.guards = theirs.least(a.to), ours.count(a.to)
	hanging := pl.loose(pl.us, ours.once, theirs.once, theirs.by[pawn], theirs.by[knight]|theirs.by[bishop], theirs.by[rook])
	a.hang = pl.best(hanging)
	a.selfHangs = uint32(hanging >> a.to & 1)
	a.prey = pl.best(pl.loose(occ&^pl.us, theirs.once, ours.once, ours.by[0], ours.by[1], ours.by[2]))
	a.gain = worth[a.victim]
	if a.least != none && a.kind != castling {
		a.gain = v.exchange(a.from, a.to, a.victim, a.arrives)
	}
	if a.promotion != none {
		a.gain += worth[a.promotion] - 1
	}
	a.gain = max(-9, min(9, a.gain))
	a.check = 0
	kings := pl.p1 & pl.p2
	if k := kings &^ pl.us; k&ours.once != 0 {
		a.check = v.checkOf(m, a.reach&k != 0)
	}
	a.siege = uint32(min((bitboard.KingAttacks(v.them.king) & ours.once).Count(), 7))
	a.storm = uint32(min((bitboard.KingAttacks((kings&pl.us).First()&63) & theirs.once).Count(), 7))
	a.room, a.cramp = uint32(ours.once.Count()), uint32(theirs.once.Count())
	a.repeats = 0
	if v.repeatable && a.victim == none && a.kind != pawn && a.kind != castling && v.repeats(pl) {
		a.repeats = 1
	}
}

// weigh sets the search's values of the position after a move, given its pieces, the
// attacks of both sides, and the squares that have changed.
func (v *view) weigh(a *act, pl planes, touched bitboard.Set, us, them *pieces, ours, theirs bitboard.Set) {
	now := v.search.balance + pl.balance(touched) - v.pl.balance(touched)
	occ := pl.occupied()
	a.value = -now
	if limit := min(infinite, lossLimit-v.search.best); -now < limit {
		enemy := node{them, us, occ, 56}
		a.value = enemy.captures(theirs, -now, -infinite, limit, replyDepth)
	}
	a.value = -a.value
	v.search.best = max(v.search.best, a.value)
	mover := node{us, them, occ, 0}
	a.menace = mover.captures(ours, now, -infinite, infinite, menaceDepth) - now
}

// play fills in the fields of a that follow from the move itself. It returns the
// planes after the move, and the squares whose contents changed.
func (v *view) play(m board.Move, a *act) (pl planes, touched bitboard.Set) {
	from, to := m.From()^v.flip, m.To()^v.flip
	kind := v.pl.kindAt(from)
	a.promotion = uint32(m.Promotion())
	a.from, a.to, a.kind, a.arrives = from, to, kind, kind
	a.victim = none
	fb, tb := bitboard.Of(from), bitboard.Of(to)
	touched = fb | tb
	pl = v.pl
	if kind == king && tb&pl.us != 0 {
		a.kind = castling
		rookTo := board.Square(3)
		a.to = 2
		if to > from {
			a.to, rookTo = 6, 5
		}
		pl.remove(touched)
		kb, rb := bitboard.Of(a.to), bitboard.Of(rookTo)
		pl.us |= kb | rb
		pl.p1 |= kb
		pl.p2 |= kb | rb
		return pl, touched | kb | rb
	}
	if kind == pawn {
		if a.promotion != 0 {
			a.arrives = a.promotion
		}
		if to&7 != from&7 && tb&v.occ == 0 { // en passant
			a.victim = pawn
			touched |= tb.Down()
		}
	}
	if a.victim == none {
		a.victim = v.pl.kindAt(to)
	}
	pl.remove(touched)
	pl.us |= tb
	pl.p0 |= bitboard.Set(a.arrives&1) << to
	pl.p1 |= bitboard.Set(a.arrives>>1&1) << to
	pl.p2 |= bitboard.Set(a.arrives>>2&1) << to
	return pl, touched
}

// coverAfter sets c to the attacks of the moving side after a move, of which us are the
// pieces if it castles.
func (v *view) coverAfter(c *cover, a *act, us *pieces, touched, occ bitboard.Set) {
	if a.kind == castling {
		var leapers, sliders reach
		leapers.leap(us, true)
		sliders.slideAlone(us, occ)
		c.join(&leapers, &sliders)
		return
	}
	tb := bitboard.Of(a.to)
	w := &v.without
	if w.square != a.from || !w.valid {
		w.set(v, a.from, a.kind)
	}
	if a.victim == none && tb&w.sliders.once != 0 || touched&^(bitboard.Of(a.from)|tb) != 0 {
		var sliders reach
		sliders.slideAlone(&w.pieces, occ)
		c.join(&w.leapers, &sliders)
	} else {
		*c = w.cover
	}
	c.add(a.arrives, a.reach)
}

// set sets w to the position of v without the piece on a square.
func (w *without) set(v *view, square board.Square, kind uint32) {
	b := bitboard.Of(square)
	w.square, w.valid = square, true
	w.pieces = v.us.pieces
	w.pieces[kind] &^= b
	slides := kind == bishop || kind == rook || kind == queen
	if slides {
		w.leapers = v.us.leapers
	} else {
		w.leapers.leap(&w.pieces, true)
	}
	if slides || v.us.sliders.once&b != 0 {
		w.sliders.slideAlone(&w.pieces, v.occ&^b)
	} else {
		w.sliders = v.us.sliders
	}
	w.cover.join(&w.leapers, &w.sliders)
	w.theirs, w.lines = &v.them.reach, v.them.sliders.once
	if w.lines&b != 0 {
		var sliders reach
		sliders.slideAlone(&v.them.pieces, v.occ&^b)
		w.freed.join(&v.them.leapers, &sliders)
		w.theirs, w.lines = &w.freed, sliders.once
	}
}

// checkOf returns the kind of check that a move gives.
func (v *view) checkOf(m board.Move, direct bool) uint32 {
	after := *v.p
	movegen.Make(&after, m)
	switch {
	case !movegen.HasLegal(&after):
		return 3
	case direct:
		return 1
	}
	return 2
}

// repeats reports whether the planes after a move, not a capture, occurred before.
func (v *view) repeats(pl planes) bool {
	b := [4]bitboard.Set{pl.p0, pl.p1, pl.p2, pl.us}
	if v.flip == 0 {
		b[3] = pl.occupied() &^ pl.us
	} else {
		for i := range b {
			b[i] = turned(b[i])
		}
	}
	return v.past.repeats(uint16(hash(b)))
}
