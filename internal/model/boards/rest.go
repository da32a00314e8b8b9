package boards

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/trailer"
)

// Salts of the bits after the board, and the offset of the salts of a counter's
// digits.
const (
	saltTurn = iota + 10
	saltForm
	saltRight
	saltPassant
	saltClock
	saltNumber

	saltDigits = 100
)

// rest codes all fields of p except the board, which is known.
func (w *Walker) rest(p *board.Position) (ok bool) {
	w.stage = Turn
	w.turn(p)
	w.stage = Castling
	ok = w.castling(p)
	w.stage = EnPassant
	w.enPassant(p)
	w.counters(p)
	return ok
}

// bit makes a choice whose features are in k.
func (w *Walker) bit(actual bool) bool {
	a := 0
	if actual {
		a = 1
	}
	return w.c.Bit(w.k.at, a) != 0
}

// tempo returns approximately the least number of moves that the pieces of a colour
// have made.
func tempo(b *board.Board, c board.Color) int {
	n := 0
	for k := board.Knight; k <= board.King; k++ {
		home := homes[c][k]
		n += (b.Pieces(board.PieceOf(c, k)) &^ home).Count()
	}
	for set := b.Pieces(board.PieceOf(c, board.Pawn)); set != 0; set = set.WithoutFirst() {
		rank := set.First() >> 3
		if c != board.White {
			rank = 7 - rank
		}
		n += [8]int{0, 0, 1, 1, 2, 3, 4, 5}[rank&7]
	}
	// Castling moves two pieces at once.
	rank := bitboard.Rank1 << (56 * c)
	king, rooks := b.Pieces(board.PieceOf(c, board.King))&rank, b.Pieces(board.PieceOf(c, board.Rook))&rank
	corner := uint(56 * c)
	if king>>corner&(1<<6) != 0 && rooks>>corner&(1<<5) != 0 || king>>corner&(1<<2) != 0 && rooks>>corner&(1<<3) != 0 {
		n--
	}
	return n
}

// homes are the squares of each colour's kinds in the start position.
var homes = func() (t [2][7]bitboard.Set) {
	p := board.Start()
	for c := range t {
		for k := range t[c] {
			t[c][k] = p.Pieces(board.PieceOf(board.Color(c), board.Kind(k)))
		}
	}
	return t
}()

// attacked holds the attacks of a side: by pawns; also by minor pieces; also by
// rooks; also by queens and the king.
type attacked [4]bitboard.Set

func (w *Walker) attackedBy(p *board.Position, c board.Color) (a attacked) {
	occ := p.Occupied()
	of := func(k board.Kind) bitboard.Set { return p.Pieces(board.PieceOf(c, k)) }
	a[0] = [...]bitboard.Set{bitboard.PawnsAttacksUp(of(board.Pawn)), bitboard.PawnsAttacksDown(of(board.Pawn))}[c]
	a[1] = a[0]
	for s := of(board.Knight); s != 0; s = s.WithoutFirst() {
		a[1] |= bitboard.KnightAttacks(s.First())
	}
	for s := of(board.Bishop); s != 0; s = s.WithoutFirst() {
		a[1] |= bitboard.BishopAttacks(s.First(), occ)
	}
	a[2] = a[1]
	for s := of(board.Rook); s != 0; s = s.WithoutFirst() {
		a[2] |= bitboard.RookAttacks(s.First(), occ)
	}
	a[3] = a[2] | bitboard.KingAttacks(w.kings[c])
	for s := of(board.Queen); s != 0; s = s.WithoutFirst() {
		a[3] |= bitboard.QueenAttacks(s.First(), occ)
	}
	return a
}

// hanging returns the class of the best piece of a colour that hangs: 0 none, 1 pawn,
// 2 minor piece, 3 rook, 4 queen; 4 more if several pieces hang, which cannot all be
// saved.
func hanging(p *board.Position, c board.Color, us, them *attacked) (class uint64) {
	of := func(k board.Kind) bitboard.Set { return p.Pieces(board.PieceOf(c, k)) }
	loose := them[3] &^ us[3]
	queens := of(board.Queen) & (them[2] | loose)
	rooks := of(board.Rook) & (them[1] | loose)
	minors := (of(board.Knight) | of(board.Bishop)) & (them[0] | loose)
	switch {
	case queens != 0:
		class = 4
	case rooks != 0:
		class = 3
	case minors != 0:
		class = 2
	case of(board.Pawn)&loose != 0:
		class = 1
	}
	if (queens | rooks | minors).Count() > 1 {
		class += 4
	}
	return class
}

// turn codes the side to move.
func (w *Walker) turn(p *board.Position) {
	white, black := w.attackedBy(p, board.White), w.attackedBy(p, board.Black)
	checks := uint64(black[3]>>w.kings[0]&1<<1 | white[3]>>w.kings[1]&1)
	hangs := hanging(p, board.White, &white, &black)<<4 | hanging(p, board.Black, &black, &white)
	a, b := tempo(&p.Board, board.White), tempo(&p.Board, board.Black)
	diff := uint64(max(0, min(31, a-b+16)))
	count := uint64(p.Occupied().Count())
	balance := uint64(max(0, min(31, w.worth+16)))
	k := &w.k
	k.start(saltTurn)
	k.add(checks)
	k.add(checks<<8 | hangs)
	k.add(diff<<16 | count<<8)
	k.add(diff<<16 | uint64(min(a, 15))<<8)
	k.add(diff<<16 | hangs<<24)
	k.add(balance<<16 | count<<8)
	k.add(balance<<16 | hangs)
	k.add(w.all)
	k.add(w.pawns)
	k.add(w.hash[pawnW])
	k.add(w.hash[pawnB] + 1)
	k.add(w.mat)
	k.add(uint64(w.kings[0])<<8 | uint64(w.kings[1]))
	p.Turn = board.White
	if w.bit(w.truth != nil && w.truth.Turn == board.Black) {
		p.Turn = board.Black
	}
}

// castling codes the rights; it reports whether no other choices give the same
// rights.
func (w *Walker) castling(p *board.Position) (ok bool) {
	wide, standard := trailer.CastlingRooks(p)
	rooks := &standard
	chess960 := false
	if wide != standard {
		w.k.start(saltForm)
		w.k.add(uint64(w.kings[0])<<8 | uint64(w.kings[1]))
		w.k.add(uint64(w.wood))
		w.k.add(mix(uint64(w.rank[0])))
		w.k.add(mix(uint64(w.rank[7])) + 1)
		w.k.add(mix(uint64(w.on[pawnW] | w.on[pawnB])))
		chess960 = w.bit(w.truth != nil && !says(w.truth.Castling, &standard))
	}
	form := uint64(0)
	if chess960 {
		rooks, form = &wide, 1
	}
	for i, set := range rooks {
		c, side := board.Color(i>>1), board.Side(i&1)
		want := -1
		if w.truth != nil {
			if file, has := w.truth.Castling.RookFile(c, side); has {
				want = file
			}
		}
		first := true
		for set != 0 {
			s := set.First()
			if side == board.KingSide {
				s = board.Square(63 - bits.LeadingZeros64(uint64(set))) // the outermost first
			}
			set &^= bitboard.Of(s)
			rank := uint64(w.rank[7*c])
			id := form<<16 | uint64(i)<<8 | uint64(s&7)<<4
			if first {
				id |= 1
			}
			// The other right of this colour, and the rights of the other.
			rights := uint64(p.Castling)
			said := uint64(0)
			for b := rights; b != 0; b >>= 4 {
				said = said<<1 | min(b&15, 1)
			}
			k := &w.k
			k.start(saltRight)
			k.add(id<<8 | uint64(w.wood))
			k.add(mix(rank) + id)
			k.add(id<<8 | said<<4 | uint64(bits.Len64(rights)/4))
			k.add(mix(uint64(w.rank[0])<<32|uint64(w.rank[7])) + id)
			k.add(uint64(w.count[pawnW]+w.count[pawnB])<<32 | id<<8 | said)
			k.add(w.hash[pawnW] + id)
			k.add(w.hash[pawnB] + id + 1<<32)
			first = false
			if w.bit(want == int(s&7)) {
				p.Castling = p.Castling.With(c, side, int(s&7))
				break
			}
		}
	}
	return !chess960 || !says(p.Castling, &standard)
}

// enPassant codes the square that a pawn has jumped over, if any.
func (w *Walker) enPassant(p *board.Position) {
	pawns := p.Pieces(board.PieceOf(p.Turn, board.Pawn))
	for set := p.Jumped(); set != 0; set = set.WithoutFirst() {
		s := set.First()
		b := bitboard.Of(s)
		taker := pawns & bitboard.PawnsAttacksDown(b)
		if p.Turn != board.White {
			taker = pawns & bitboard.PawnsAttacksUp(b)
		}
		can := uint64(min(taker.Count(), 2))
		k := &w.k
		k.start(saltPassant)
		k.add(can)
		k.add(can<<8 | uint64(s))
		k.add(can<<8 | uint64(w.wood))
		k.add(can<<32 | w.pawns<<34)
		k.add(w.all + can)
		if w.bit(w.truth != nil && w.truth.EnPassant == s) {
			p.EnPassant = s
			return
		}
	}
}

// counter is a number that is coded by its binary digits: how many there are, a bit for
// each whether there is one more, and then those after the leading one.
type counter struct {
	salt        uint64
	least, most uint32                       // values
	features    func(k *keys, digits uint64) // adds those of a bit, given the digits before
}

// counters codes the half-move clock, as 1 more than it is, and the move number.
func (w *Walker) counters(p *board.Position) {
	var truth board.Position
	if w.truth != nil {
		truth = *w.truth
	}
	turn, count := uint64(p.Turn), uint64(p.Occupied().Count())
	tempi := uint64(max(0, tempo(&p.Board, board.White)+tempo(&p.Board, board.Black)))
	jumped := uint64(0)
	if p.EnPassant != 0 {
		jumped = 1
	}
	w.stage = Clock
	p.HalfmoveClock = uint16(w.number(uint32(truth.HalfmoveClock)+1, counter{saltClock, 1, 1 << 16, func(k *keys, digits uint64) {
		k.add(digits<<8 | jumped<<1 | turn)
		k.add(digits<<8 | count)
		k.add(digits<<16 | tempi<<8 | jumped)
		k.add(w.all + digits)
		k.add(w.pawns + digits)
	}}) - 1)
	clock := uint64(min(p.HalfmoveClock, 63))
	played := movesPlayed(&p.Board, int(count))
	w.stage = Number
	p.FullmoveNumber = uint16(w.number(uint32(truth.FullmoveNumber), counter{saltNumber, 0, 1<<16 - 1, func(k *keys, digits uint64) {
		k.add(digits<<16 | played<<8 | turn)
		k.add(digits<<16 | tempi<<8 | turn)
		k.add(digits<<32 | tempi<<16 | count<<8)
		k.add(digits<<16 | count<<8 | clock)
		k.add(w.all + digits)
		k.add(w.mat + digits)
		k.add(w.pawns + digits)
	}}))
}

// movesPlayed estimates how many moves led to a board with count pieces: three for two
// pieces that are gone, one for two squares that have others than at the start.
func movesPlayed(b *board.Board, count int) uint64 {
	start := board.Start()
	changed := 0
	for s := b.Occupied(); s != 0; s = s.WithoutFirst() {
		if q := s.First(); b.At(q) != start.At(q) {
			changed++
		}
	}
	return uint64(3*max(0, 32-count)+changed+2) / 2
}

// featuredDigits is how many digits after the leading one are predicted by features.
const featuredDigits = 5

// number codes a counter that is v.
func (w *Walker) number(v uint32, c counter) uint32 {
	digits := bits.Len32(c.least)
	for most := bits.Len32(c.most); digits < most; digits++ {
		w.k.start(c.salt)
		c.features(&w.k, uint64(digits))
		if !w.bit(digits < bits.Len32(v)) {
			break
		}
	}
	if digits == 0 {
		return 0
	}
	if c.most == 1<<(digits-1) {
		return c.most // no other value has as many digits
	}
	x := uint32(1)
	for i := range digits - 1 {
		w.k.start(c.salt + saltDigits)
		if i < featuredDigits {
			c.features(&w.k, uint64(digits)<<8|uint64(x))
		}
		x <<= 1
		if w.bit(v>>(digits-2-i)&1 != 0) {
			x |= 1
		}
	}
	return x
}
