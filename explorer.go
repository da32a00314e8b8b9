package chesszip

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/openingtree"
	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/movegen"
)

// ExploreOptions say how far an Explorer goes. nil and the zero value mean defaults.
type ExploreOptions struct {
	// Depth is how many half-moves from the position the tree goes: 1, the default,
	// for the moves from the position alone; at most MaxDepth.
	Depth int
	// Width is how many moves of a position are followed, the most played; 0 stands
	// for 3.
	Width int
}

// What an Explorer does at most.
const (
	// MaxDepth is the greatest depth of a tree.
	MaxDepth = 60
	// maxLevel is how many positions of a level are asked for.
	maxLevel = 1000
)

// Explorer asks one or several archives what their games have made of a position and,
// if told so, of those behind it. All positions of a level are asked for at once, so
// that each level takes one pass over the archives:
//
//	for e.Next() {
//		for i, a := range archives {
//			err := e.Add(ctx, a, i)
//		}
//	}
//	tree := e.Tree()
type Explorer struct {
	filter *search.Filter
	root   *Explored
	all    map[board.Position]*Explored // by their essence
	level  []*Explored                  // those that are asked for in this pass
	nodes  []openingtree.Node           // what they have so far
	look   *search.Explorer             // nil between passes
	looked Looked
	left   int // levels to come
	width  int
}

// NewExplorer returns an Explorer of a position and of the games that q means, nil for
// all. The errors are ErrQuery, and ErrOption for a depth over MaxDepth.
func NewExplorer(p board.Position, q *Query, o *ExploreOptions) (*Explorer, error) {
	f, err := compile(q)
	if err != nil {
		return nil, err
	}
	e := &Explorer{filter: f, left: 1, width: 3, all: map[board.Position]*Explored{}}
	if o != nil {
		if o.Depth < 0 || o.Depth > MaxDepth || o.Width < 0 {
			return nil, fmt.Errorf("%w: a tree of depth %d, want 1 to %d, and of width %d, want at least 1", ErrOption, o.Depth, MaxDepth, o.Width)
		}
		e.left, e.width = max(1, o.Depth), o.Width
		if o.Width == 0 {
			e.width = 3
		}
	}
	e.root = &Explored{Position: gamestate.Essence(&p)}
	e.all[e.root.Position] = e.root
	return e, nil
}

// Next begins a pass over the archives; false says that there is nothing left to ask.
func (e *Explorer) Next() bool {
	e.take()
	e.look, e.nodes, e.looked = nil, nil, Looked{}
	if e.left == 0 {
		return false
	}
	e.left--
	if e.level == nil {
		e.level = []*Explored{e.root}
	} else {
		e.level = e.behind()
	}
	if len(e.level) == 0 {
		e.left = 0
		return false
	}
	positions := make([]board.Position, len(e.level))
	for i, x := range e.level {
		positions[i] = x.Position
	}
	e.look, e.nodes = search.NewExplorer(positions), make([]openingtree.Node, len(positions))
	return true
}

// Add asks an archive, and adds what it answers; its samples get the number file. In
// each pass the same archives must be given. The error is damage or that of ctx, and
// then what could be counted was added nevertheless, see Archive.Explore.
func (e *Explorer) Add(ctx context.Context, a *Archive, file int) error {
	if e.look == nil {
		return nil
	}
	found, err := a.explore(ctx, e.look, e.filter)
	for i := range found.Nodes {
		n := &found.Nodes[i]
		number(&n.Tally, file)
		for k := range n.Moves {
			number(&n.Moves[k].Tally, file)
		}
		e.nodes[i].Merge(n)
	}
	e.looked.Indexed += found.Indexed
	e.looked.Decoded += found.Decoded
	return err
}

// number says of which file the samples of t are.
func number(t *openingtree.Tally, file int) {
	for i := range t.Samples {
		t.Samples[i].File = file
	}
}

// Tree returns the position, and those behind it, as far as the archives that were
// added so far tell. Until Next is called, more may be added, for another Tree. A
// position that several moves lead to is there once, so that a move back and forth may
// lead in a circle: whoever walks the tree counts his steps.
func (e *Explorer) Tree() *Explored {
	e.take()
	return e.root
}

// take puts what is known so far of the positions of this pass into the tree.
func (e *Explorer) take() {
	if e.look == nil {
		return
	}
	for i, x := range e.level {
		n := &e.nodes[i]
		x.Tally, x.Looked = newTally(&n.Tally), e.looked
		x.Moves = make([]ExploredMove, len(n.Moves))
		for k := range n.Moves {
			x.Moves[k] = ExploredMove{Move: n.Moves[k].Move, Tally: newTally(&n.Moves[k].Tally)}
		}
	}
}

// behind returns the positions behind those of the last pass that are asked for next,
// the most played where they are many.
func (e *Explorer) behind() []*Explored {
	type step struct {
		move *ExploredMove
		to   board.Position
	}
	var steps []step
	for _, x := range e.level {
		for k := range x.Moves[:min(e.width, len(x.Moves))] {
			m := &x.Moves[k]
			p := x.Position
			movegen.Make(&p, m.Move)
			steps = append(steps, step{m, gamestate.Essence(&p)})
		}
	}
	slices.SortStableFunc(steps, func(x, y step) int { return cmp.Compare(y.move.Games(), x.move.Games()) })
	var level []*Explored
	for _, s := range steps {
		x := e.all[s.to]
		if x == nil {
			if len(level) == maxLevel {
				continue
			}
			x = &Explored{Position: s.to}
			e.all[s.to] = x
			level = append(level, x)
		}
		s.move.Next = x
	}
	return level
}

// explore counts what the games that f means have made of positions.
func (a *Archive) explore(ctx context.Context, x *search.Explorer, f *search.Filter) (sum *search.Explored, err error) {
	sum, left := a.fromTable(x, f)
	look := func(_ context.Context, v *frameview.View) ([]*search.Explored, error) {
		found, err := x.Explore(v, f)
		return []*search.Explored{found}, err
	}
	each(ctx, a, left, look, func(found *search.Explored, e error) bool {
		if e == nil {
			sum.Add(found)
		}
		err = keepFirst(err, e)
		return true
	})
	return sum, err
}

// fromTable returns what is stored of positions, and what of the archive must be
// looked through for them nevertheless: all of it, as no archive stores any.
func (a *Archive) fromTable(x *search.Explorer, f *search.Filter) (known *search.Explored, left stretch) {
	return x.Explored(), a.segmentsFor(f)
}
