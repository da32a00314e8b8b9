package chesszip

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/ctxio"
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
	all    map[board.Position]bool // those in the tree, by their essence
	level  []*Explored             // those that are asked for in this pass
	nodes  []openingtree.Node      // what they have so far
	look   []board.Position        // theirs, nil between passes
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
	e := &Explorer{filter: f, left: 1, width: 3, all: map[board.Position]bool{}}
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
	e.all[e.root.Position] = true
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
	e.look = make([]board.Position, len(e.level))
	for i, x := range e.level {
		e.look[i] = x.Position
	}
	e.nodes = make([]openingtree.Node, len(e.level))
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
	e.looked.Stored += found.Stored
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
// added so far tell. Until Next is called, more may be added, for another Tree.
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
		if len(level) == maxLevel {
			break
		}
		if !e.all[s.to] {
			e.all[s.to] = true
			s.move.Next = &Explored{Position: s.to}
			level = append(level, s.move.Next)
		}
	}
	return level
}

// explore counts what the games that f means have made of positions: those that a
// table of the archive has counted need not be looked through.
func (a *Archive) explore(ctx context.Context, positions []board.Position, f *search.Filter) (sum *search.Explored, err error) {
	sum = &search.Explored{Nodes: make([]openingtree.Node, len(positions))}
	counted, err := a.addStored(ctx, positions, f, sum)
	if err != nil {
		return sum, err
	}
	all := a.segmentsFor(f)
	all.reads = likelyIndexes
	tasks := tasksOf(all.segments, positions, counted)
	all.segments = slices.DeleteFunc(slices.Clone(all.segments), func(g frameview.Segment) bool {
		if tasks[g.Frame] != nil {
			return false
		}
		sum.Stored += a.frames.Entry(g.Frame).Games
		return true
	})
	type found struct {
		of   *exploreTask
		what *search.Explored
	}
	look := func(_ context.Context, v *frameview.View) ([]found, error) {
		t := tasks[v.Segment().Frame]
		what, err := t.explorer.Explore(v, f)
		return []found{{t, what}}, err
	}
	each(ctx, a, all, look, func(x found, e error) bool {
		if e == nil {
			sum.Add(x.what, x.of.positions)
		}
		err = keepFirst(err, e)
		return true
	})
	return sum, err
}

// InOpenings reports whether opening tables, see IndexOpenings, have counted all games
// for a position: then Explore with no query answers without looking into any. The
// error is damage, or that of the reader.
func (a *Archive) InOpenings(ctx context.Context, p board.Position) (bool, error) {
	positions := []board.Position{gamestate.Essence(&p)}
	all, err := compile(nil)
	if err != nil {
		return false, err
	}
	found := &search.Explored{Nodes: make([]openingtree.Node, 1)}
	counted, err := a.addStored(ctx, positions, all, found)
	if err != nil {
		return false, err
	}
	return len(tasksOf(a.withGames(a.all()).segments, positions, counted)) == 0, nil
}

// counted reports whether the games of a frame have been counted for a position; nil
// stands for none.
type counted func(frame int) bool

// addStored adds what opening tables have counted, and returns which frames that is of,
// for each position. They are of all games of their archives.
func (a *Archive) addStored(ctx context.Context, positions []board.Position, f *search.Filter, sum *search.Explored) ([]counted, error) {
	done := make([]counted, len(positions))
	if a.part || !f.All() {
		return done, nil
	}
	for i := range positions {
		left, has, found := map[int]bool{}, make([]bool, len(a.members)), false
		for m := range a.members {
			n, rest, err := a.frames.OpeningNode(ctx, m, &positions[i])
			if err != nil {
				return done, ctxio.Instead(ctx, err)
			}
			if n == nil {
				continue
			}
			has[m], found = true, true
			sum.Nodes[i].Merge(n)
			for _, s := range rest {
				left[s.Frame] = true
			}
		}
		if found {
			done[i] = func(frame int) bool { return has[a.frames.MemberOf(frame)] && !left[frame] }
		}
	}
	return done, nil
}

// exploreTask is what some frames are looked through for.
type exploreTask struct {
	explorer  *search.Explorer
	positions []int // their numbers
}

// tasksOf returns what each segment is looked through for, by the number of its frame.
func tasksOf(segments []frameview.Segment, positions []board.Position, done []counted) map[int]*exploreTask {
	tasks := map[int]*exploreTask{}
	alike := map[string]*exploreTask{}
	for _, g := range segments {
		var wanted []int
		for i := range positions {
			if done[i] == nil || !done[i](g.Frame) {
				wanted = append(wanted, i)
			}
		}
		if len(wanted) == 0 {
			continue
		}
		key := fmt.Sprint(wanted)
		if alike[key] == nil {
			these := make([]board.Position, len(wanted))
			for k, i := range wanted {
				these[k] = positions[i]
			}
			alike[key] = &exploreTask{search.NewExplorer(these), wanted}
		}
		tasks[g.Frame] = alike[key]
	}
	return tasks
}
