package roll

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/movegen"
)

// starts codes positions a few moves after a start position of Chess960, or of
// double Chess960, where the sides are arranged differently: the arrangements,
// and the moves, each by a row of bits from the likeliest on.
type starts struct {
	arranged *contextmix.Model // what the last start was like, number of moves
	moves    *contextmix.Model
	plies    uint32               // of the last
	told     uint32               // how the last arrangements were told
	kept     uint32               // whether arrangements of one side were the last
	seen     [][2]uint16          // those of all starts, by colour
	index    map[[2]uint16]uint32 // of seen, in a writer
	last     uint32               // of seen
}

const (
	arrangements = 960

	// maxStartPlies is how far from a start a writer looks.
	maxStartPlies    = 4
	startPliesDigits = 3

	maxStarts = contextmix.One // that are kept

	startsSize   = 16
	startsSights = 255
)

func (s *starts) init(c *contextmix.Coder) {
	s.arranged = contextmix.NewModel(c, 12, startsSights)
	s.moves = contextmix.NewModel(c, startsSize, startsSights)
	s.index = map[[2]uint16]uint32{}
}

// origin is a start, and the way from it.
type origin struct {
	arranged [2]uint16 // by colour
	plies    int
	moves    [maxStartPlies]int // indices among the legal moves
}

// arrange returns the men behind the pawns, from file a on, in the usual
// numbering of Chess960: the bishops' squares, the queen's among the others, a
// pair of the five that are left for the knights; then rook, king, rook.
func arrange(number uint16) (men [8]board.Kind) {
	n := int(number)
	men[n%4*2+1] = board.Bishop
	men[n/4%4*2] = board.Bishop
	free := func(skip int) *board.Kind {
		for f := range men {
			if men[f] == board.NoKind {
				if skip == 0 {
					return &men[f]
				}
				skip--
			}
		}
		return &men[0] // there are as many free as are asked for
	}
	*free(n / 16 % 6) = board.Queen
	first, second := 0, n/96
	for most := 3; second > most; most-- {
		second -= most + 1
		first++
	}
	// The first knight's square is taken when the second's is counted.
	*free(first) = board.Knight
	*free(first + second) = board.Knight
	*free(0) = board.Rook
	*free(0) = board.King
	*free(0) = board.Rook
	return men
}

// arranged is what arrange returns for each number.
var arranged = func() (all [arrangements][8]board.Kind) {
	for n := range all {
		all[n] = arrange(uint16(n))
	}
	return all
}()

// startOf returns the start position with the arrangements of White and Black.
func startOf(numbers [2]uint16) board.Position {
	p := board.Position{FullmoveNumber: 1}
	for _, color := range [2]board.Color{board.White, board.Black} {
		home, pawns := 0, 1
		if color == board.Black {
			home, pawns = 7, 6
		}
		side := board.QueenSide
		for f, kind := range arranged[numbers[color]] {
			p.Put(board.SquareAt(f, home), board.PieceOf(color, kind))
			p.Put(board.SquareAt(f, pawns), board.PieceOf(color, board.Pawn))
			if kind == board.Rook {
				p.Castling = p.Castling.With(color, side, f)
				side = board.KingSide
			}
		}
	}
	return p
}

// fromStart codes a position as a start and moves.
func (c *coder) fromStart(k *known, o *origin, counters bool) error {
	s := &c.starts
	want := k.pos
	*k = known{}
	s.arranged.Begin(1, contextmix.Hash(2, s.plies))
	o.plies = s.arranged.Index(o.plies, startPliesDigits)
	s.plies = uint32(o.plies)
	o.arranged = s.arrangements(c, o.arranged)
	k.pos = startOf(o.arranged)
	var made [1 << startPliesDigits]board.Move
	for i := range o.plies {
		index := 0
		if c.Writing() {
			index = o.moves[i]
		}
		m, ok := c.startMove(k, index, o.plies, i, &made)
		if !ok {
			return corrupt("a position follows a start without moves")
		}
		made[i] = m
	}
	c.enPassant(&k.pos, &want)
	c.counters(&k.pos, &want, counters, relStart)
	return nil
}

// arrangements codes those of a start: the last ones, some of an earlier
// start, or new ones.
func (s *starts) arrangements(c *coder, o [2]uint16) [2]uint16 {
	n := len(s.seen)
	at, again := s.index[o]
	if n > 0 {
		s.arranged.Begin(3, contextmix.Hash(4, s.told))
		if s.arranged.Flag(o == s.seen[s.last]) {
			s.told = s.told << 2 & 0xff
			return s.seen[s.last]
		}
		s.arranged.Begin(contextmix.Hash(5, class(int64(n)/2*3)), contextmix.Hash(6, s.told))
		if s.arranged.Flag(again) {
			s.told = s.told<<2&0xff | 1
			s.last = c.Below(at, uint32(n))
			return s.seen[s.last]
		}
	}
	s.told = s.told<<2&0xff | 2
	s.arranged.Begin(7)
	same := s.arranged.Flag(o[0] == o[1])
	o[0] = s.arrangement(0, o[0])
	if same {
		o[1] = o[0]
	} else {
		o[1] = s.arrangement(1, o[1])
	}
	if n < maxStarts {
		s.last = uint32(n)
		s.seen = append(s.seen, o)
		if c.Writing() {
			s.index[o] = s.last
		}
	}
	return o
}

// arrangement codes the arrangement of a side: that of the last start, or men by
// men.
func (s *starts) arrangement(side uint32, number uint16) uint16 {
	if len(s.seen) > 0 {
		last := s.seen[s.last][side]
		s.arranged.Begin(contextmix.Hash(14, side), contextmix.Hash(15+side, s.kept&0xff))
		kept := s.arranged.Flag(number == last)
		s.kept = s.kept<<1 | bit(kept)
		if kept {
			return last
		}
	}
	n := int(number)
	s.arranged.Begin(contextmix.Hash(8, side))
	bishops := s.arranged.Index(n%16, 4)
	s.arranged.Begin(contextmix.Hash(9, side), contextmix.Hash(10, side<<4|uint32(bishops)))
	queen := min(s.arranged.Index(n/16%6, 3), 5)
	s.arranged.Begin(contextmix.Hash(11, side), contextmix.Hash(12, side<<8|uint32(queen)), contextmix.Hash(13, side<<8|uint32(bishops)))
	knights := min(s.arranged.Index(n/96, 4), 9)
	return uint16(knights*96 + queen*16 + bishops)
}

// startMove codes and makes the i-th of some moves after a start, that with the
// given index for a writer; made are those before. False if there is none.
func (c *coder) startMove(k *known, index, plies, i int, made *[1 << startPliesDigits]board.Move) (board.Move, bool) {
	c.legal = movegen.AppendLegal(c.legal[:0], &k.pos)
	n := len(c.legal)
	if n == 0 {
		return 0, false
	}
	var own board.Move
	if i >= 2 {
		own = made[i-2]
	}
	s := &c.starts
	flip := board.Square(k.pos.Turn) * 56
	at := uint32(plies<<startPliesDigits | i)
	// begin sets the contexts of a move, the given number being left.
	begin := func(m board.Move, _, left int, ch uint32) {
		kind := uint32(k.pos.KindAt(m.From()))
		from, to := uint32(m.From()^flip), uint32(m.To()^flip)
		// Two moves of a side can mostly be made in either order: a writer finds
		// that with the lower first.
		turned := uint32(0)
		if own != 0 {
			turned = 1
			if order(m, kind) < order(own, uint32(k.pos.KindAt(own.To()))) {
				turned = 2
			}
		}
		l := uint32(min(left, 63))
		step := kind<<12 | from<<6 | to
		s.moves.Begin(contextmix.Hash(1, l), contextmix.Hash(2, l<<8|kind<<4|turned), contextmix.Hash(3, at<<20|step), contextmix.Hash(4, at<<22|l<<16|ch),
			contextmix.Hash(5, turned<<20|step), contextmix.Hash(6, step<<8|l), contextmix.Hash(7, at<<8|turned<<4|kind))
	}
	index, _ = c.inOrder(s.moves, k, index, nil, begin)
	m := c.legal[index]
	k.next(c.moves != nil, m)
	return m, true
}

// order is the order in which a side's moves are tried.
func order(m board.Move, kind uint32) uint32 {
	return kind<<12 | uint32(m.From())<<6 | uint32(m.To())
}

// startFinder looks for the start of a position.
type startFinder struct {
	p      *board.Position
	planes [4]bitboard.Set
	legal  [maxStartPlies][]board.Move
	o      origin
	made   int // moves so far
	// Arrangements by colour and by how far they are off.
	near [2][maxOff + 1][]uint16
}

// Bounds of the search for a position.
const (
	maxMade = 1 << 13
	maxOff  = 2 * maxStartPlies // squares on which an arrangement is off
	castled = 2                 // squares that castling changes beside two
)

// find looks for a start and the moves to p; false if it finds none. With
// counters, it believes them.
func (s *startFinder) find(p *board.Position, counters bool) bool {
	const (
		pawns  = bitboard.Set(0xff << 8)
		middle = bitboard.Set(0xffff_ffff_ffff << 8)
	)
	s.p, s.planes, s.made = p, p.Planes(), 0
	least, most := int(p.Turn), maxStartPlies
	if counters {
		least = max(int(p.FullmoveNumber)-1, 0)*2 + int(p.Turn)
		most = min(most, least)
	}
	men := p.Occupied()
	wrong := ((p.Pieces(board.WhitePawn) ^ pawns | p.Pieces(board.BlackPawn) ^ pawns<<40 | men&^(pawns|pawns<<40)) & middle).Count()
	if wrong+(^men&^middle).Count() > 2*(most+castled) {
		return false
	}
	for s.o.plies = least; s.o.plies <= most; s.o.plies += 2 {
		if spare := 2*s.o.plies - wrong; spare >= 0 && s.pairs(spare) {
			return true
		}
	}
	return false
}

// pairs tries all pairs of arrangements that are off on as many squares as
// given, the same for both sides first.
func (s *startFinder) pairs(spare int) bool {
	for c := range s.near {
		extra := 0
		if !s.p.Castling.Any(board.Color(c)) && s.o.plies > c {
			extra = castled
		}
		near := &s.near[c]
		for d := range near {
			near[d] = near[d][:0]
		}
		for n := range arranged {
			if d := max(s.off(board.Color(c), &arranged[n])-extra, 0); d <= spare {
				near[d] = append(near[d], uint16(n))
			}
		}
	}
	// Arrangements by increasing numbers: the same ones are easy to find.
	for w := 0; w <= spare; w++ {
		for b := 0; b <= spare-w; b++ {
			black := s.near[board.Black][b]
			for _, n := range s.near[board.White][w] {
				for len(black) > 0 && black[0] < n {
					black = black[1:]
				}
				if len(black) > 0 && black[0] == n && s.try([2]uint16{n, n}) {
					return true
				}
			}
		}
	}
	for most := 0; most <= spare; most++ {
		for w := 0; w <= most; w++ {
			for _, white := range s.near[board.White][w] {
				for _, black := range s.near[board.Black][most-w] {
					if white != black && s.try([2]uint16{white, black}) {
						return true
					}
					if s.made >= maxMade {
						return false
					}
				}
			}
		}
	}
	return false
}

// off counts the squares of a side's home row on which something else stands
// than in an arrangement; more than maxOff if its rights to castle do not fit.
func (s *startFinder) off(c board.Color, men *[8]board.Kind) (n int) {
	home := 0
	if c == board.Black {
		home = 7
	}
	rights := s.p.Castling.Any(c)
	for f, kind := range men {
		if s.p.At(board.SquareAt(f, home)) != board.PieceOf(c, kind) {
			n++
			if kind == board.King && rights {
				return maxOff + 1 // it has not moved
			}
		}
	}
	return n
}

// try tries a start.
func (s *startFinder) try(numbers [2]uint16) bool {
	s.made++
	s.o.arranged = numbers
	p := startOf(numbers)
	return s.walk(&p, 0)
}

// walk looks for the moves from q, which depth moves lead to.
func (s *startFinder) walk(q *board.Position, depth int) bool {
	left := s.o.plies - depth
	if left == 0 {
		return follows(q, s.p)
	}
	s.legal[depth] = movegen.AppendLegal(s.legal[depth][:0], q)
	for i, m := range s.legal[depth] {
		if s.made >= maxMade {
			return false
		}
		s.made++
		r := *q
		movegen.Make(&r, m)
		room := 2 * (left - 1)
		if r.Castling != s.p.Castling {
			room += castled // there may be one to come
		}
		if differing(&s.planes, r.Planes()) > room {
			continue
		}
		s.o.moves[depth] = i
		if s.walk(&r, depth+1) {
			return true
		}
	}
	return false
}
