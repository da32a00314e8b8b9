package moves

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// view is a position as the model sees it, before the move.
type view struct {
	p        *board.Position
	past     *Past
	flip     uint8
	pl       planes
	occ      bitboard.Set
	own, foe men
	ours     reach // what the side to move attacks
	theirs   reach
	leapers  reach        // what the enemy's pawns, knights and king attack
	sliders  bitboard.Set // what the enemy's sliders attack
	// hanging are the own pieces that the enemy would win, loot the enemy's
	// that the side to move wins.
	hanging, loot bitboard.Set
	hang, prey    uint32 // classes of the best of them
	ownKing       uint8
	foeKing       uint8
	phase         uint32 // 0 to 12
	check         uint32 // 1 if in check
	pinned        bitboard.Set
	repeatable    bool
	// rest is what the side to move attacks without the piece on restOf, which
	// is where the move looked at last began, if hasRest.
	rest        reach
	restLeapers reach
	others      men // the own pieces without that one
	restOf      uint8
	hasRest     bool
	deep        bool   // whether to search
	danger      uint64 // class of what the enemy wins if the side to move passes
	best        int32  // the best value of a move so far
}

func (v *view) read(p *board.Position, past *Past) {
	v.p, v.past = p, past
	v.pl, v.flip = read(p)
	v.occ = v.pl.p0 | v.pl.p1 | v.pl.p2
	v.own, v.foe = v.pl.men(v.pl.own), v.pl.men(v.occ&^v.pl.own)
	v.ours = reachOf(&v.own, v.occ, true)
	v.leapers = leapers(&v.foe, false)
	v.theirs = v.leapers
	v.theirs.slide(&v.foe, v.occ)
	v.sliders = v.theirs.sliders()
	v.hanging = loose(&v.own, v.ours.once, &v.theirs)
	v.loot = loose(&v.foe, v.theirs.once, &v.ours)
	v.hang, v.prey = best(&v.own, v.hanging), best(&v.foe, v.loot)
	v.ownKing, v.foeKing = v.own[king].First()&63, v.foe[king].First()&63
	heavy := (v.own[queen]|v.foe[queen]).Count()*4 + (v.own[rook]|v.foe[rook]).Count()*2 +
		(v.own[bishop] | v.own[knight] | v.foe[bishop] | v.foe[knight]).Count()
	v.phase = uint32(min(heavy, 25)+1) / 2
	v.check = uint32(v.theirs.once >> v.ownKing & 1)
	v.pinned = 0
	k := v.ownKing
	diag := bitboard.BishopRays(k) & (v.foe[bishop] | v.foe[queen])
	line := bitboard.RookRays(k) & (v.foe[rook] | v.foe[queen])
	for s := diag | line; s != 0; s = s.WithoutFirst() {
		if b := bitboard.Between(k, s.First()) & v.occ; b != 0 && b.WithoutFirst() == 0 {
			v.pinned |= b & v.pl.own
		}
	}
	if v.deep {
		n := node{v.pl}.turned()
		b := n.balance()
		v.danger = lossClass(n.settle(b, -infinite, infinite, replyDepth) - b)
		v.best = -infinite
	}
	v.hasRest = false
	v.repeatable = past.count >= 3
}

// act is a legal move and what it does.
type act struct {
	kind, victim, promotion uint32 // victim: what is captured; promotion: none or a kind
	from, to                uint8  // in castling, to is where the king goes
	arrives                 uint32 // the kind that stands on to
	gain                    int    // of the exchange on to, -9 to 9
	check                   uint32 // 0 none, 1 direct, 2 discovered, 3 mate
	// After the move:
	least, guards uint32       // who attacks to, and how often it is defended
	hang          uint32       // class of the best own piece that hangs
	selfHangs     uint32       // 1 if the moved piece does
	prey          uint32       // class of the best enemy piece that hangs
	siege, storm  uint32       // squares round the enemy king that are attacked; round the own
	room, cramp   uint32       // squares attacked by the side to move, by the enemy
	reach         bitboard.Set // what the moved piece attacks
	repeats       uint32
	// If the view is deep, in hundredths of a pawn: what the position is worth
	// after the move, and what a second move at once would win.
	value  int32
	menace int32
}

// look fills a for the legal move m.
func (v *view) look(m board.Move, a *act) {
	from, to := uint8(m.From())^v.flip, uint8(m.To())^v.flip
	kind := v.pl.kindAt(from)
	pl := v.pl
	a.promotion = uint32(m.Promotion())
	a.from, a.to, a.kind, a.arrives = from, to, kind, kind
	a.victim = none
	fb, tb := bitboard.Of(from), bitboard.Of(to)
	touched := fb | tb
	gone := fb | tb
	switch {
	case kind == king && tb&v.pl.own != 0: // castling
		a.kind = castling
		rookTo := uint8(3)
		a.to = 2
		if to > from {
			a.to, rookTo = 6, 5
		}
		pl.p0, pl.p1, pl.p2, pl.own = pl.p0&^gone, pl.p1&^gone, pl.p2&^gone, pl.own&^gone
		kb, rb := bitboard.Of(a.to), bitboard.Of(rookTo)
		touched |= kb | rb
		pl.own |= kb | rb
		pl.p1 |= kb
		pl.p2 |= kb | rb
	default:
		if kind == pawn {
			if a.promotion != 0 {
				a.arrives = a.promotion
			}
			if to&7 != from&7 && tb&v.occ == 0 { // en passant
				a.victim = pawn
				ep := tb.Down()
				touched |= ep
				pl.p0, pl.p1, pl.p2 = pl.p0&^ep, pl.p1&^ep, pl.p2&^ep
			}
		}
		if a.victim == none {
			a.victim = v.pl.kindAt(to)
		}
		pl.p0, pl.p1, pl.p2, pl.own = pl.p0&^gone, pl.p1&^gone, pl.p2&^gone, pl.own&^gone|tb
		pl.p0 |= bitboard.Set(a.arrives&1) << to
		pl.p1 |= bitboard.Set(a.arrives>>1&1) << to
		pl.p2 |= bitboard.Set(a.arrives>>2&1) << to
	}
	occ := pl.p0 | pl.p1 | pl.p2
	if v.deep {
		n := node{pl}.turned()
		static := n.balance()
		a.value = -n.settle(static, -infinite, min(infinite, lossLimit-v.best), replyDepth)
		v.best = max(v.best, a.value)
		a.menace = node{pl}.settle(-static, -infinite, infinite, menaceDepth) + static
	}
	own := pl.men(pl.own)
	foe := v.foe
	switch a.arrives {
	case pawn:
		a.reach = bitboard.PawnsAttacksUp(bitboard.Of(a.to))
	case knight:
		a.reach = bitboard.KnightAttacks(a.to)
	case bishop:
		a.reach = bitboard.BishopAttacks(a.to, occ)
	case rook:
		a.reach = bitboard.RookAttacks(a.to, occ)
	case queen:
		a.reach = bitboard.QueenAttacks(a.to, occ)
	default:
		a.reach = bitboard.KingAttacks(a.to)
	}
	if v.restOf != from || !v.hasRest {
		v.restOf, v.hasRest = from, true
		v.others = v.own
		v.others[kind] &^= fb
		v.restLeapers = leapers(&v.others, true)
		v.rest = v.restLeapers
		v.rest.slide(&v.others, v.occ&^fb)
	}
	var ours reach
	switch {
	case a.kind == castling:
		ours = reachOf(&own, occ, true)
	case a.victim == none && tb&v.rest.sliders() != 0 || touched&^(fb|tb) != 0:
		ours = v.restLeapers
		ours.slide(&v.others, occ)
		ours.add(a.arrives, a.reach)
	default:
		ours = v.rest
		ours.add(a.arrives, a.reach)
	}
	theirs := &v.theirs
	var fresh reach
	switch {
	case a.victim != none:
		foe = pl.men(occ &^ pl.own)
		fresh = reachOf(&foe, occ, false)
		theirs = &fresh
	case touched&v.sliders != 0:
		fresh = v.leapers
		fresh.slide(&foe, occ)
		theirs = &fresh
	}
	sq := a.to
	a.least, a.guards = theirs.least(sq), ours.count(sq)
	hanging := loose(&own, ours.once, theirs)
	a.hang = best(&own, hanging)
	a.selfHangs = uint32(hanging >> sq & 1)
	a.prey = best(&foe, loose(&foe, theirs.once, &ours))
	a.gain = worth[a.victim]
	if a.least != none && a.kind != castling {
		a.gain = v.exchange(from, to, a.victim, a.arrives)
	}
	if a.promotion != none {
		a.gain += worth[a.promotion] - 1
	}
	a.gain = max(-9, min(9, a.gain))
	a.check = 0
	if k := foe[king]; k&ours.once != 0 {
		a.check = 2
		if a.reach&k != 0 {
			a.check = 1
		}
		after := *v.p
		movegen.Make(&after, m)
		if movegen.CountLegal(&after) == 0 {
			a.check = 3
		}
	}
	a.siege = uint32(min((bitboard.KingAttacks(v.foeKing) & ours.once).Count(), 7))
	a.storm = uint32(min((bitboard.KingAttacks(own[king].First()&63) & theirs.once).Count(), 7))
	a.room, a.cramp = uint32(ours.once.Count()), uint32(theirs.once.Count())
	a.repeats = 0
	if v.repeatable && a.victim == none && kind != pawn && a.kind != castling {
		b := [4]bitboard.Set{pl.p0, pl.p1, pl.p2, pl.own}
		if v.flip == 0 {
			b[3] = occ &^ pl.own
		} else {
			for i := range b {
				b[i] = turned(b[i])
			}
		}
		if v.past.repeats(uint16(hash(b))) {
			a.repeats = 1
		}
	}
}
