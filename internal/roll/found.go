package roll

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// found is how a writer tells a position.
type found struct {
	relation relation
	distance int64  // lines of positions back, 0 for the last
	up       int64  // forebears up from the last, 0 for itself; -1 if none of them
	moves    [2]int // indices among the legal moves
	started  bool   // a board is told as moves from a start
	origin   origin
}

// How many lines are looked at.
const (
	moveWindow  = 64  // for one that a move leads from
	movesWindow = 2   // for one that two lead from
	boardWindow = 256 // for a pattern
	nearRepeat  = 16  // for an earlier line before a move is
)

// reach says what a pattern is worth to a writer.
type reach struct{ each, far, line int }

// The learned model needs a pattern only where it is nearly the position.
var (
	learnedReach = reach{each: 3, far: 15, line: 6}
	plainReach   = reach{each: 4, far: 500, line: 2}
)

// cost is about what it costs, in bits, to go by a pattern d lines back that
// differs on diff squares; from some number on these do not count.
func (r *reach) cost(diff, d int) int { return min(r.each*diff, r.far) + r.line*bits.Len(uint(d)) }

// find looks for what is most like p among the positions before it.
func (c *coder) find(p *board.Position, counters bool) (f found) {
	n := len(c.all)
	h := hash(p)
	i, ok := c.index[h]
	c.index[h] = int32(n)
	planes := p.Planes()
	if d := n - 1 - int(i); ok && same(&c.all[i].pos, p) {
		// A move from the last line is cheaper than many lines back.
		if d >= nearRepeat {
			if m := c.child(n-1, p, &planes); m >= 0 {
				return found{relation: asMove, moves: [2]int{m}}
			}
			if c.finder.find(p, counters) && c.finder.o.plies == 0 {
				return found{started: true, origin: c.finder.o}
			}
		}
		return found{relation: asRepeat, distance: int64(d)}
	}
	f.up = -1
	for up, at := int64(0), n-1; up < maxUp && at >= 0; up, at = up+1, int(c.all[at].parent)-1 {
		if m := c.child(at, p, &planes); m >= 0 {
			return found{relation: asMove, up: up, moves: [2]int{m}}
		}
	}
	best := 1 << 30
	for d := 0; d < min(n, boardWindow); d++ {
		q := &c.all[n-1-d].pos
		diff := differing(&planes, q.Planes())
		if d < moveWindow && diff <= 4 {
			if m := c.child(n-1-d, p, &planes); m >= 0 {
				return found{relation: asMove, distance: int64(d), up: -1, moves: [2]int{m}}
			}
		}
		if cost := c.reach.cost(diff, d); cost < best {
			best = cost
			f.distance = int64(d)
		}
	}
	c.likes.next(p, n, func(i int) {
		d := n - 1 - i
		if cost := c.reach.cost(differing(&planes, c.all[i].pos.Planes()), d); cost < best {
			best, f.distance = cost, int64(d)
		}
	})
	for d := 0; d < min(n, movesWindow); d++ {
		q := &c.all[n-1-d].pos
		if q.Turn == p.Turn && differing(&planes, q.Planes()) <= 8 {
			if first, second := c.leadsTwice(q, p, &planes); first >= 0 {
				return found{relation: asMoves, distance: int64(d), moves: [2]int{first, second}}
			}
		}
	}
	if c.finder.find(p, counters) {
		f.started, f.origin = true, c.finder.o
	}
	return f
}

// child returns the index of the legal move to p from the position with the
// given index, -1 if there is none that has not been made before.
func (c *coder) child(at int, p *board.Position, planes *[4]bitboard.Set) int {
	q := &c.all[at].pos
	if q.Turn == p.Turn || differing(planes, q.Planes()) > 4 {
		return -1
	}
	m := c.leads(q, p, &c.legal)
	if m < 0 || slices.Contains(c.used(at), c.legal[m]) {
		return -1
	}
	return m
}

// leads returns the index of the legal move from q to p, -1 if there is none.
func (c *coder) leads(q, p *board.Position, legal *[]board.Move) int {
	*legal = movegen.AppendLegal((*legal)[:0], q)
	for i, m := range *legal {
		if p.At(m.From()) == q.At(m.From()) && p.KindAt(m.From()) != board.King {
			continue // something else comes to stand there, if not in Chess960
		}
		r := *q
		movegen.Make(&r, m)
		if follows(&r, p) {
			return i
		}
	}
	return -1
}

// leadsTwice returns the indices of two moves from q to p, -1 if there are none.
func (c *coder) leadsTwice(q, p *board.Position, planes *[4]bitboard.Set) (first, second int) {
	c.second = movegen.AppendLegal(c.second[:0], q)
	for i, m := range c.second {
		r := *q
		movegen.Make(&r, m)
		if differing(planes, r.Planes()) > 4 {
			continue
		}
		if j := c.leads(&r, p, &c.legal); j >= 0 {
			return i, j
		}
	}
	return -1, -1
}

// follows reports whether p is r but for the counters, and the en passant
// square, which may be missing.
func follows(r, p *board.Position) bool {
	return r.Board == p.Board && r.Turn == p.Turn && r.Castling == p.Castling && (p.EnPassant == 0 || r.EnPassant == p.EnPassant)
}

// same reports whether p and q are the same but for the counters.
func same(p, q *board.Position) bool {
	return p.Board == q.Board && p.Turn == q.Turn && p.Castling == q.Castling && p.EnPassant == q.EnPassant
}

// differing counts the squares on which boards differ.
func differing(p *[4]bitboard.Set, q [4]bitboard.Set) int {
	return squaresOf(p, &q).Count()
}

// squaresOf returns the squares on which boards differ.
func squaresOf(p, q *[4]bitboard.Set) bitboard.Set {
	return (p[0] ^ q[0]) | (p[1] ^ q[1]) | (p[2] ^ q[2]) | (p[3] ^ q[3])
}

// hash is a hash of all but the counters.
func hash(p *board.Position) uint64 {
	h := uint64(p.Turn) | uint64(p.Castling)<<8 | uint64(p.EnPassant)<<32
	for _, s := range p.Planes() {
		h = (h ^ uint64(s)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
