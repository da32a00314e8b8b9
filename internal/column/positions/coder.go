// Package positions codes the positions of a list, one after the other, each relative
// to an earlier one:
//
//	repeat     an earlier position again
//	move       one legal move after an earlier position
//	moves      two moves after one
//	start      a few moves after a start position of Chess960
//	board      square by square, with an earlier position as the pattern
//
// With learned models, boards are coded by package boards and moves by package moves,
// corrected by the list so far. Without them, the coder learns squares from the list
// alone, and codes moves in the order of package fast.
//
// A position is reproduced except for counters that are not coded, which become 0 and
// 1. docs/spec/lists.md has the format.
package positions

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/boards"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	boardmodel "github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// Coder writes or reads the positions of a list.
type Coder struct {
	Order *Moves // also for moves of other positions

	c       *contextmix.Coder
	flags   *contextmix.Model
	steps   *contextmix.Model
	history history
	search  *search // of a writer
	learned *learnedBoards
	plain   *boards.Coder
	starts  starts
	last    last
	played  played
	used    []board.Move
}

// last is the state after the last position.
type last struct {
	relations uint32 // of the last positions, two bits each
	distance  int64
	ancestor  uint32 // of the last reference, maxAncestor if it was none
	started   bool   // the last board was coded as moves from a start
	step      uint32 // the last move
}

// played is the move played in the last position, and the position after it.
type played struct {
	move board.Move // NullMove if there is none
	to   State
}

// Ways to predict a position, besides the relations.
const fromStart, fromPlayed = 4, 5

// Ways to code a move: wayFirst and the next one are for the first and the second of
// two.
const (
	wayDistance = iota
	wayFirst
	_
	wayLast     // from the last position
	wayAncestor // from an ancestor of it
	wayPlayed   // played in a position
	wayStart    // the first after a start; the next three ways are for the next three moves
)

// Ended releases the memory of a writer that has written all positions; only At may
// be called afterwards.
func (k *Coder) Ended() { k.search, k.flags, k.steps, k.learned, k.plain = nil, nil, nil, nil, nil }

// New returns a Coder that writes to or reads from the Coder of m, with learned models
// or, if with is nil, without.
func New(m *Models, with *lists.Models) *Coder {
	k := &Coder{
		Order: &Moves{}, c: m.Coder,
		flags: m.New(flagContexts, flagsSize), steps: m.New(stepContexts, stepsSize),
		plain: boards.New(m.New(boards.Squares(), boards.SquaresSize), m.New(boards.State(), boards.StateSize)), starts: starts{model: m.New(startContexts, startsSize), last: start{arrangement: standard}},
	}
	if with != nil {
		k.Order.learned = moves.NewPredictor(with.Moves)
		k.learned = newLearnedBoards(m, with.Boards)
	}
	if m.Coder.Writing() {
		k.search = &search{order: k.Order, index: map[uint64]int32{}}
	}
	return k
}

// Len returns the number of positions so far.
func (c *Coder) Len() int { return c.history.n }

// At returns a position so far.
func (c *Coder) At(i int) *board.Position { return &c.history.at(i).Pos }

// Forget removes all positions, but keeps what the models have learned.
func (c *Coder) Forget() {
	c.history.forget()
	c.played.move = board.NullMove
	if c.search != nil {
		clear(c.search.index)
		c.search.similar = similar{}
	}
}

// Origin is the earlier position from which a position follows: its index, or -1, and
// the number of moves after it.
type Origin struct{ Index, Plies int }

// Position codes a position, which a reader stores in p.
func (c *Coder) Position(p *board.Position, counters bool) (from Origin, err error) {
	var w way
	if c.search != nil {
		w = c.search.find(&c.history, p, counters)
	}
	w.relation = c.relation(w.relation)
	from.Index = -1
	if c.history.n == 0 && w.relation != asBoard {
		return from, corrupt.New("the first position refers to an earlier one")
	}
	if w.relation == asBoard {
		c.last.started = c.flags.Use(chooseStart, Bit(c.last.started), c.last.relations&0xff).Flag(w.started)
		if c.last.started {
			return from, c.start(p, &w.start, counters)
		}
	}
	base, how, err := c.reference(&w)
	if err != nil {
		return from, err
	}
	if w.relation == asBoard {
		c.board(p, base, counters)
		return from, nil
	}
	from = Origin{base, 0}
	now := c.history.at(base).State
	parent, child := base, board.NullMove
	switch w.relation {
	case asRepeat:
		parent = c.history.parent(base)
	case asMove:
		from.Plies = 1
		c.used = c.history.usedMoves(c.used[:0], base)
		child, err = c.step(&now, w.moves[0], c.used, how)
	case asMoves:
		from.Plies = 2
		for i := 0; i < 2 && err == nil; i++ {
			_, err = c.step(&now, w.moves[i], nil, wayFirst+uint32(i))
		}
	}
	if err != nil {
		return from, err
	}
	c.add(&now, p, counters, uint32(w.relation), parent, child)
	return from, nil
}

// start codes a position as moves from a start position.
func (c *Coder) start(p *board.Position, want *start, counters bool) error {
	o := c.starts.code(want)
	now := State{Pos: startOf(o.arrangement)}
	for i := range o.plies {
		if _, err := c.step(&now, want.moves[i], nil, wayStart+uint32(min(i, 3))); err != nil {
			return err
		}
	}
	c.add(&now, p, counters, fromStart, -1, board.NullMove)
	return nil
}

// add codes the fields of a position that do not follow from moves, adds it, and for
// a reader stores it in p. How is as in counters.
func (c *Coder) add(s *State, p *board.Position, counters bool, how uint32, parent int, move board.Move) {
	if how != uint32(asRepeat) && s.Pos.EnPassant != 0 {
		// The en passant square may be missing.
		if !c.flags.Use(chooseEnPassantKept, Bit(movegen.LegalEnPassant(&s.Pos) != 0)).Flag(p.EnPassant != 0) {
			s.Pos.EnPassant = 0
		}
	}
	c.counters(&s.Pos, p, counters, how)
	*p = s.Pos
	c.history.add(s, parent, move)
}

func (c *Coder) relation(r relation) relation {
	recent := c.last.relations
	r = relation(c.flags.Use(chooseRelation, recent&3, recent&0xff, min(Digits(c.last.distance), 31)).Index(int(r), 2))
	c.last.relations = recent<<2 | uint32(r)
	return r
}

// reference codes the earlier position that this one follows or resembles, or -1. How
// is the way to code a move from it.
func (c *Coder) reference(w *way) (base int, how uint32, err error) {
	n, recent := c.history.n, c.last.relations&0xff
	if n == 0 {
		return -1, 0, nil
	}
	if w.relation == asMove {
		if c.flags.Use(chooseLineage, c.last.ancestor, recent).Flag(w.ancestor >= 0) {
			up := c.flags.Use(chooseAncestor, c.last.ancestor, recent).Number(w.ancestor)
			if up >= maxAncestor {
				return 0, 0, corrupt.Newf("a position follows an ancestor %d generations back, the most are %d", up, maxAncestor-1)
			}
			c.last.ancestor = uint32(up)
			base, how = n-1, wayLast
			for range up {
				how = wayAncestor
				if base = c.history.parent(base); base < 0 {
					return 0, 0, corrupt.New("a position follows an ancestor that the last one has not")
				}
			}
			return base, how, nil
		}
		c.last.ancestor = maxAncestor
	}
	d := c.flags.Use(chooseDistance, uint32(w.relation), min(Digits(c.last.distance), 31), recent).Number(w.distance)
	if d >= int64(n) {
		return 0, 0, corrupt.Newf("a position refers to the one %d before the last of %d", d, n)
	}
	c.last.distance = d
	return n - 1 - int(d), wayDistance, nil
}

// step codes and makes a move, none of the used ones.
func (c *Coder) step(s *State, want board.Move, used []board.Move, how uint32) (board.Move, error) {
	p := &s.Pos
	n := uint32(min(len(used), 15))
	m, ok := c.Order.Choose(c.steps, s, want, used, func(x Candidate) {
		c.steps.Use(0, x.Likelihood, how, x.Place, x.Left, uint32(p.Turn), n, SeenFrom(p, x.Move), c.last.step)
	})
	if !ok {
		return m, corrupt.New("a position follows one that no move is left in")
	}
	c.last.step = SeenFrom(p, m)
	c.Order.Make(s, m)
	return m, nil
}

// board codes a position square by square, with the position at an index as the
// pattern, or the start position for -1.
func (c *Coder) board(p *board.Position, at int, counters bool) {
	start := board.Start()
	pattern, before := &start, &start
	if at >= 0 {
		pattern, before = c.At(at), c.At(c.Len()-1)
	}
	var now State
	if c.learned != nil && c.flags.Use(chooseLearned).Flag(c.c.Writing() && boardmodel.Holds(p)) {
		now.Pos = c.learned.code(p, pattern, before, counters)
	} else {
		now.Pos = c.plain.Code(p, pattern)
		c.counters(&now.Pos, p, counters, uint32(asBoard))
	}
	*p = now.Pos
	c.history.add(&now, -1, board.NullMove)
}

// counters codes the counters of want into p; how is a relation, fromStart or
// fromPlayed.
func (c *Coder) counters(p, want *board.Position, counters bool, how uint32) {
	if !counters {
		p.HalfmoveClock, p.FullmoveNumber = 0, 1
		return
	}
	if !c.flags.Use(chooseSameClock, how, uint32(min(p.HalfmoveClock, 99))).Flag(p.HalfmoveClock == want.HalfmoveClock) {
		p.HalfmoveClock = uint16(c.flags.Use(chooseClock, how, uint32(p.HalfmoveClock)).Number(int64(want.HalfmoveClock)))
	}
	if !c.flags.Use(chooseSameNumber, how, uint32(p.Turn)).Flag(p.FullmoveNumber == want.FullmoveNumber) {
		c.flags.Use(chooseNumber, how, uint32(p.FullmoveNumber))
		p.FullmoveNumber += uint16(c.flags.Signed(int64(want.FullmoveNumber) - int64(p.FullmoveNumber)))
	}
}

// Play codes a legal move that is played in the last position. It returns false if
// the move is not legal.
func (c *Coder) Play(m board.Move) (board.Move, bool) {
	c.played.to = c.history.at(c.Len() - 1).State
	m, err := c.step(&c.played.to, m, nil, wayPlayed)
	c.played.move = m // board.NullMove if there is none
	return m, err == nil
}

// PlayNone records that no legal move is played in the last position.
func (c *Coder) PlayNone() { c.played.move = board.NullMove }

// Played reports whether a move was played in the last position.
func (c *Coder) Played() bool { return c.played.move != board.NullMove }

// Predicts reports whether the move played leads to p, except for counters and the en
// passant square.
func (c *Coder) Predicts(p *board.Position) bool { return reachedAs(&c.played.to.Pos, p) }

// Predicted codes a position that the move played leads to.
func (c *Coder) Predicted(p *board.Position) Origin {
	now, base := c.played.to, c.Len()-1
	c.add(&now, p, true, fromPlayed, base, c.played.move)
	if c.search != nil {
		c.search.enter(p, base+1)
	}
	return Origin{base, 1}
}
