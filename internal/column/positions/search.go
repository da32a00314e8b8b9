package positions

import (
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// relation is the relation of a position to earlier ones.
type relation int

const (
	asBoard  relation = iota
	asMove            // one move after an earlier position
	asMoves           // two moves after one
	asRepeat          // an earlier position again
)

// way is how a writer codes a position.
type way struct {
	relation relation
	distance int64 // positions back from the last
	ancestor int64 // generations up from the last, 0 for itself; -1 if by distance
	moves    [2]board.Move
	started  bool // a board is coded as moves from a start
	start    start
}

// Numbers of positions that are searched.
const (
	maxAncestor = 64  // generations, including the last position
	moveWindow  = 64  // for one a move before
	movesWindow = 2   // for one two moves before
	boardWindow = 256 // for a pattern
	nearRepeat  = 16  // for an earlier position before a move is
)

// search finds how to code positions.
type search struct {
	order   *Moves
	index   map[uint64]int32 // the last position of each hash
	similar similar
	starts  startSearch
	used    []board.Move
	second  []board.Move
}

// cost returns the approximate cost, in bits, of a pattern at a distance with the
// given number of differing squares; more than some number do not add to it.
func (s *search) cost(differ, distance int) int {
	each, most, digit := 4, 500, 2
	if s.order.learned != nil {
		// The learned model needs a pattern only where it is nearly the position.
		each, most, digit = 3, 15, 6
	}
	return min(each*differ, most) + digit*int(Digits(int64(distance)))
}

// find looks for the cheapest way to code p, and enters it.
func (s *search) find(h *history, p *board.Position, counters bool) way {
	n := h.n
	first, known := s.enter(p, n)
	planes := p.Planes()
	if d := n - 1 - first; known && Same(&h.at(first).Pos, p) {
		// A move from the last position is cheaper than many positions back.
		if d >= nearRepeat {
			if m, ok := s.child(h, n-1, p, &planes); ok {
				return way{relation: asMove, moves: [2]board.Move{m}}
			}
			if s.starts.find(p, counters) && s.starts.found.plies == 0 {
				return way{started: true, start: s.starts.found}
			}
		}
		return way{relation: asRepeat, distance: int64(d)}
	}
	for up, at := 0, n-1; up < maxAncestor && at >= 0; up, at = up+1, h.parent(at) {
		if m, ok := s.child(h, at, p, &planes); ok {
			return way{relation: asMove, ancestor: int64(up), moves: [2]board.Move{m}}
		}
	}
	for d := range min(n, moveWindow) {
		if m, ok := s.child(h, n-1-d, p, &planes); ok {
			return way{relation: asMove, distance: int64(d), ancestor: -1, moves: [2]board.Move{m}}
		}
	}
	pattern := s.pattern(h, p, &planes)
	for d := range min(n, movesWindow) {
		if moves, ok := s.twoMoves(&h.at(n-1-d).Pos, p, &planes); ok {
			return way{relation: asMoves, distance: int64(d), moves: moves}
		}
	}
	if s.starts.find(p, counters) {
		return way{started: true, start: s.starts.found}
	}
	return way{distance: int64(pattern)}
}

// enter records that p has the index n, and returns the last index with its hash.
func (s *search) enter(p *board.Position, n int) (last int, ok bool) {
	h := Hash(p)
	i, ok := s.index[h]
	s.index[h] = int32(n)
	return int(i), ok
}

// pattern returns the distance of the best pattern for a board.
func (s *search) pattern(h *history, p *board.Position, planes *[4]bitboard.Set) (distance int) {
	n := h.n
	best := 1 << 30
	try := func(d int) {
		if cost := s.cost(differing(planes, h.at(n-1-d).Pos.Planes()), d); cost < best {
			best, distance = cost, d
		}
	}
	for d := range min(n, boardWindow) {
		try(d)
	}
	s.similar.next(p, n, func(i int) { try(n - 1 - i) })
	return distance
}

// child returns the legal move to p from the position with the given index; ok is
// false if there is none, or it was made before.
func (s *search) child(h *history, at int, p *board.Position, planes *[4]bitboard.Set) (board.Move, bool) {
	q := &h.at(at).Pos
	if q.Turn == p.Turn || differing(planes, q.Planes()) > 4 {
		return board.NullMove, false
	}
	m, ok := s.oneMove(q, p)
	if !ok {
		return m, false
	}
	s.used = h.usedMoves(s.used[:0], at)
	return m, !slices.Contains(s.used, m)
}

// oneMove returns the legal move from q to p.
func (s *search) oneMove(q, p *board.Position) (board.Move, bool) {
	for _, m := range s.order.Legal(q) {
		if p.At(m.From()) == q.At(m.From()) && p.KindAt(m.From()) != board.King {
			continue // another piece arrives there, except in Chess960
		}
		r := *q
		movegen.Make(&r, m)
		if reachedAs(&r, p) {
			return m, true
		}
	}
	return board.NullMove, false
}

// twoMoves returns the legal moves from q to p.
func (s *search) twoMoves(q, p *board.Position, planes *[4]bitboard.Set) (moves [2]board.Move, ok bool) {
	if q.Turn != p.Turn || differing(planes, q.Planes()) > 8 {
		return moves, false
	}
	s.second = movegen.AppendLegal(s.second[:0], q)
	for _, m := range s.second {
		r := *q
		movegen.Make(&r, m)
		if differing(planes, r.Planes()) > 4 {
			continue
		}
		if second, ok := s.oneMove(&r, p); ok {
			return [2]board.Move{m, second}, true
		}
	}
	return moves, false
}
