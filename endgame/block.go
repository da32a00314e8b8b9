package endgame

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// maxMoves is the longest distance to mate, in moves, that a base stores.
const maxMoves = 33

// Values of a cell besides the moves to mate; 0 is a draw.
const blank = -1 // impossible, or not known in this block

// endless means no distance: Black is not known to be lost.
const endless = 99

// block codes one block: its cells one after the other, each predicted from those
// before it.
type block struct {
	*layout
	coder    contextmix.Coder
	distance *predictor // predicts whether the distance is at least n
	draws    *predictor // predicts whether a cell is drawn
	planes   []board.Square

	placement // of White's king and the first piece; the others are set as needed

	// moves holds the cells: moves to mate with White to move, 0 if drawn, or
	// blank.
	moves [64][64]int8
	// lost holds, by plane and square of Black's king, the moves to mate with
	// Black to move, or endless.
	lost [64][64]int8
	done bitboard.Set // the planes that have been coded
	here plane
}

// plane is the state of the current plane.
type plane struct {
	last     board.Square // the last piece's square
	pieces   bitboard.Set
	attacked bitboard.Set
	coded    bitboard.Set // the cells that are known
	// need is, by square of Black's king with Black to move, a distance that one of
	// his replies must reach: a move of the last piece leads here from a position of
	// an earlier plane, in which White needs at least one more move. open holds the
	// squares where no known reply does so yet.
	need  [64]int8
	open  bitboard.Set
	leaps bitboard.Set // the earlier planes that a knight as last piece can go to
	drawn bitboard.Set // the coded cells that are drawn
	// The planes that look compares this one with, see findSides; the coded ones
	// nearby; and the distances of White's pieces, last and first, king and last,
	// king and first, up to 4.
	beside             bool
	side, far2, before []*[64]int8
	far1               *[64]int8
	apart              [3]int
}

// allPlanes makes code go to the end.
const allPlanes = 64

// code codes the cells of the block with the given number. It writes those of moves
// that are not blank, or reads and fills them in. It ends after the plane until.
func (b *block) code(number int, until board.Square) {
	b.placement = b.layout.blocks[number]
	b.planes = b.layout.planes(b.placement)
	b.done = 0
	given := b.moves
	for i := range b.moves {
		for j := range b.moves[i] {
			b.moves[i][j] = blank
		}
	}
	for _, last := range b.planes {
		b.placement.pieces[b.count-1] = last
		if b.plane(last, &given[last]) {
			b.done |= bitboard.Of(last)
		}
		if last == until {
			return
		}
	}
}

// plane codes the cells of a plane; it returns false if the placement is impossible.
func (b *block) plane(last board.Square, given *[64]int8) bool {
	p := b.placement
	h := &b.here
	*h = plane{last: last, pieces: p.occupied(b.count), side: h.side[:0], far2: h.far2[:0], before: h.before[:0]}
	if h.pieces.Count() != b.count+1 {
		return false
	}
	for i, sq := range p.pieces[:b.count] {
		if b.kinds[i] == board.Pawn && (bitboard.Rank1 | bitboard.Rank8).Has(sq) {
			return false
		}
	}
	h.attacked = b.attacked(p)
	for sq := range board.Square(64) {
		if b.moves[last][sq] != blank {
			h.know(sq, b.moves[last][sq]) // from its mirror image
		}
	}
	if b.leaps() {
		h.leaps = bitboard.KnightAttacks(last) & b.done
	}
	b.findSides()
	b.findNeeds()
	for cells := ^(h.attacked | h.pieces); cells != 0; cells = cells.WithoutFirst() {
		sq := cells.First()
		p.black = sq
		if h.coded.Has(sq) || !b.stored(p) {
			continue
		}
		v := 0
		if !b.hopeless(p) {
			v = b.cell(sq, int(given[sq]))
		}
		b.moves[last][sq] = int8(v)
		h.know(sq, int8(v))
		b.meetNeeds(sq)
		if b.fixed[p.white] && (b.count == 1 || onDiagonal(p.pieces[0])) {
			t := &symmetries[transpose]
			b.moves[t[last]][t[sq]] = int8(v)
			if t[last] == last {
				h.know(t[sq], int8(v))
				b.meetNeeds(t[sq])
			}
		}
	}
	b.findLost()
	return true
}

// know records that the cell of sq is coded.
func (h *plane) know(sq board.Square, v int8) {
	h.coded |= bitboard.Of(sq)
	if v == 0 {
		h.drawn |= bitboard.Of(sq)
	}
}

// hopeless reports whether no placement of the pieces can win: two bishops on squares
// of one colour.
func (e ending) hopeless(p placement) bool {
	return e.twins() && e.kinds[0] == board.Bishop && light(p.pieces[0]) == light(p.pieces[1])
}

// replies returns the squares that Black's king can go to from sq.
func (h *plane) replies(sq board.Square) bitboard.Set {
	return bitboard.KingAttacks(sq) &^ h.attacked
}

// standing returns the squares where Black's king can stand with Black to move.
func (b *block) standing() bitboard.Set {
	return ^(b.here.pieces | bitboard.KingAttacks(b.placement.white))
}

// findNeeds fills in the needs that earlier planes set for this one.
func (b *block) findNeeds() {
	h := &b.here
	p := b.placement
	for set := b.standing(); set != 0; set = set.WithoutFirst() {
		p.black = set.First()
		replies := h.replies(p.black)
		if replies == 0 || replies&h.pieces != 0 {
			continue // no reply, or a capture that draws
		}
		need := int8(0)
		for from := b.steps(p, b.count-1, true) & b.done; from != 0; from = from.WithoutFirst() {
			need = max(need, b.moves[from.First()][p.black]-1)
		}
		if need <= 0 {
			continue
		}
		h.need[p.black] = need
		h.open |= bitboard.Of(p.black)
		for known := replies & h.coded; known != 0; known = known.WithoutFirst() {
			if v := b.moves[h.last][known.First()]; v == 0 || v >= need {
				h.open &^= bitboard.Of(p.black)
			}
		}
	}
}

// meetNeeds closes the needs that the cell of sq, just coded, meets.
func (b *block) meetNeeds(sq board.Square) {
	h := &b.here
	v := b.moves[h.last][sq]
	for near := bitboard.KingAttacks(sq) & h.open; near != 0; near = near.WithoutFirst() {
		if v == 0 || v >= h.need[near.First()] {
			h.open &^= bitboard.Of(near.First())
		}
	}
}

// demand returns the largest open need that the cell of sq can meet, and the number
// of other cells, not coded yet, that can also meet it. If there are no others, the
// distance of sq is at least the need. Without a need it returns 0, 0.
func (b *block) demand(sq board.Square) (need, others int) {
	h := &b.here
	for near := bitboard.KingAttacks(sq) & h.open; near != 0; near = near.WithoutFirst() {
		from := near.First()
		n := int(h.need[from])
		if n < need {
			continue
		}
		rest := (h.replies(from) &^ h.coded &^ bitboard.Of(sq)).Count()
		if n > need || rest < others {
			need, others = n, rest
		}
	}
	return need, others
}

// findLost works out the plane's positions with Black to move.
func (b *block) findLost() {
	h := &b.here
	lost := &b.lost[h.last]
	for i := range lost {
		lost[i] = endless
	}
	for set := b.standing(); set != 0; set = set.WithoutFirst() {
		sq := set.First()
		replies := h.replies(sq)
		if replies&^h.coded != 0 || replies == 0 && !h.attacked.Has(sq) {
			continue // a capture, a reply not known here, or stalemate
		}
		worst := int8(0)
		for ; replies != 0; replies = replies.WithoutFirst() {
			v := b.moves[h.last][replies.First()]
			if v == 0 {
				worst = endless
				break
			}
			worst = max(worst, v)
		}
		lost[sq] = worst
	}
}

// leaps reports whether nothing can block the last piece: it is a knight.
func (b *block) leaps() bool { return b.kinds[b.count-1] == board.Knight }

// bound returns the shortest distance by moves of the last piece to earlier planes,
// with Black's king on sq: the distance is at most that.
func (b *block) bound(sq board.Square) int {
	to := b.here.leaps
	if !b.leaps() {
		p := b.placement
		p.black = sq
		to = b.steps(p, b.count-1, false) & b.done
	}
	bound := endless
	for ; to != 0; to = to.WithoutFirst() {
		if n := int(b.lost[to.First()][sq]); n < endless {
			bound = min(bound, n+1)
		}
	}
	return bound
}
