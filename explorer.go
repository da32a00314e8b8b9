package chesszip

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/search"
)

// Explore counts what the games that q means, nil for all, have made of a position,
// by the rule of repetition; variations do not count. Moves are replayed as far as
// the position may still come: those of the index, if there is one, see
// IndexPositions, or those of the frames; of a game of more than 16 MiB, those of its
// first 16 MiB. Results, ratings and years come from the index, see IndexNumbers, or
// from the tags.
//
// The error is ErrQuery for a malformed query, and then there is no answer; or damage,
// and then the answer is of the games in the archives of the file that can be read,
// up to it.
func (a *Archive) Explore(ctx context.Context, p board.Position, q *Query) (*Explored, error) {
	e, err := NewExplorer(p, q, nil)
	if err != nil {
		return nil, err
	}
	e.Next()
	err = e.Add(ctx, a, 0)
	return e.Tree(), err
}

// ExploreOptions say how far an Explorer goes. nil and the zero value mean defaults.
type ExploreOptions struct {
	// Depth is how many half-moves from the position the tree goes: 1, the default,
	// for the moves from the position alone; at most MaxDepth.
	Depth int
	// Width is how many moves of a position are followed, the most played; 0 stands
	// for 3.
	Width int
}

// MaxDepth is the greatest depth of a tree.
const MaxDepth = 60

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
	levels *search.Levels
	root   *Explored
	level  []*Explored // those that are asked for in this pass, none between passes
}

// NewExplorer returns an Explorer of a position and of the games that q means, nil for
// all. The errors are ErrQuery, and ErrOption for a depth over MaxDepth.
func NewExplorer(p board.Position, q *Query, o *ExploreOptions) (*Explorer, error) {
	f, err := compile(q)
	if err != nil {
		return nil, err
	}
	depth, width := 1, 3
	if o != nil {
		if o.Depth < 0 || o.Depth > MaxDepth || o.Width < 0 {
			return nil, fmt.Errorf("%w: a tree of depth %d, want 1 to %d, and of width %d, want at least 1", ErrOption, o.Depth, MaxDepth, o.Width)
		}
		depth = max(1, o.Depth)
		if o.Width > 0 {
			width = o.Width
		}
	}
	root := &Explored{Position: gamestate.Essence(&p)}
	return &Explorer{filter: f, root: root, levels: search.NewLevels(root.Position, depth, width)}, nil
}

// Next begins a pass over the archives; false says that there is nothing left to ask.
func (e *Explorer) Next() bool {
	e.take()
	var level []*Explored
	for _, s := range e.levels.Next() {
		x := e.root
		if s.From >= 0 {
			x = &Explored{Position: s.To}
			e.level[s.From].Moves[s.Move].Next = x
		}
		level = append(level, x)
	}
	e.level = level
	return len(level) > 0
}

// Add asks an archive, and adds what it answers; its samples get the number file. In
// each pass the same archives must be given. The error is damage or that of ctx, and
// then what could be counted was added nevertheless, see Archive.Explore.
func (e *Explorer) Add(ctx context.Context, a *Archive, file int) error {
	if len(e.level) == 0 {
		return nil
	}
	found, err := a.explore(ctx, e.levels.Positions, e.filter)
	e.levels.Add(found, file)
	return err
}

// Tree returns the position, and those behind it, as far as the archives that were
// added so far tell. Until Next is called, more may be added, for another Tree.
func (e *Explorer) Tree() *Explored {
	e.take()
	return e.root
}

// take puts what is known so far of the positions of this pass into the tree.
func (e *Explorer) take() {
	found := &e.levels.Found
	for i, x := range e.level {
		n := &found.Nodes[i]
		x.Tally, x.Looked = newTally(&n.Tally), Looked{found.Stored, found.Indexed, found.Decoded}
		x.Moves = make([]ExploredMove, len(n.Moves))
		for k := range n.Moves {
			x.Moves[k] = ExploredMove{Move: n.Moves[k].Move, Tally: newTally(&n.Moves[k].Tally)}
		}
	}
}

// exploration begins to count what the games that f means have made of positions: what
// tables of the archive have counted is there.
func (a *Archive) exploration(ctx context.Context, positions []board.Position, f *search.Filter) (x *search.Exploration, err error) {
	x = search.NewExploration(a.frames, positions, f)
	if !a.part { // tables are of the whole
		err = x.AddStored(ctx)
	}
	return x, err
}

// explore counts what the games that f means have made of positions.
func (a *Archive) explore(ctx context.Context, positions []board.Position, f *search.Filter) (*search.Explored, error) {
	x, err := a.exploration(ctx, positions, f)
	if err != nil {
		return &x.Sum, err
	}
	all := f.Within(a.walked())
	all.Reads = framewalk.ReadsIndexes
	all.Segments = x.Left(all.Segments)
	look := func(_ context.Context, v *frameview.View) ([]search.Part, error) {
		found, err := x.Look(v)
		return []search.Part{found}, err
	}
	framewalk.Each(ctx, all, look, func(found search.Part, e error) bool {
		if e == nil {
			x.Add(found)
		}
		err = keepFirst(err, e)
		return true
	})
	return &x.Sum, err
}

// InOpenings reports whether opening tables, see IndexOpenings, have counted all games
// for a position: then Explore with no query answers without looking into any. The
// error is damage, or that of the reader.
func (a *Archive) InOpenings(ctx context.Context, p board.Position) (bool, error) {
	all, err := compile(nil)
	if err != nil {
		return false, err
	}
	x, err := a.exploration(ctx, []board.Position{gamestate.Essence(&p)}, all)
	if err != nil {
		return false, err
	}
	return len(x.Left(a.walked().WithGames().Segments)) == 0, nil
}
