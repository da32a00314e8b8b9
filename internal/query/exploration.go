package query

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Exploration counts the moves and results that selected games of a file have from
// positions. It does not examine games that an opening table has counted:
//
//	x := NewExploration(file, positions, selection)
//	err := x.AddStored(ctx)
//	for s := range x.Left(segments) {
//		part, err := x.Look(view of s, nil)   by several goroutines at once
//		x.Add(part)                           by one
//	}
type Exploration struct {
	Sum Explored // counts so far

	file      *view.File
	positions []board.Position
	selected  Selection
	counted   []counted // for each position
	tasks     map[int]*task
}

// counted reports whether tables have counted the games of a frame for a position; nil
// if none has.
type counted func(frame int) bool

// task is a search of frames for some positions.
type task struct {
	explorer  *explorer
	positions []int // indexes of the positions
}

// Part is the result for a segment.
type Part struct {
	of    *task
	found *Explored
}

// NewExploration returns an Exploration without counts. The positions are compared by
// the rule of repetition, and must all be different.
func NewExploration(f *view.File, positions []board.Position, s *Selection) *Exploration {
	x := &Exploration{
		Sum:  Explored{Nodes: make([]openingtree.Node, len(positions))},
		file: f, positions: positions, selected: *s, counted: make([]counted, len(positions)),
	}
	x.selected.filter.spellings = nil
	return x
}

// mostStored is the greatest number of positions that are looked up in opening tables: a
// look-up takes 3 ms, and replaying a hundred thousand games for all positions half a
// second.
const mostStored = 256

// AddStored adds the counts of opening tables, unless there are too many positions. These cover all games of their members,
// so that it does nothing if only some games match, and must not be called for a part of
// a file. The error is that of reading, or of ctx.
func (x *Exploration) AddStored(ctx context.Context) error {
	if !x.selected.All() || len(x.positions) > mostStored {
		return nil
	}
	for i := range x.positions {
		left, has, found := map[int]bool{}, make([]bool, x.file.Members()), false
		for m := range has {
			n, rest, err := x.file.OpeningNode(ctx, m, &x.positions[i])
			if err != nil {
				return ctxio.Instead(ctx, err)
			}
			if n == nil {
				continue
			}
			has[m], found = true, true
			x.Sum.Nodes[i].Merge(n)
			for _, s := range rest {
				left[s.Frame] = true
			}
		}
		if found {
			x.counted[i] = func(frame int) bool { return has[x.file.MemberOf(frame)] && !left[frame] }
		}
	}
	return nil
}

// Left returns the segments that must be searched for any of the positions. The games of
// the others count as examined.
func (x *Exploration) Left(segments []view.Segment) (left []view.Segment) {
	x.tasks = map[int]*task{}
	alike := map[string]*task{}
	for _, s := range segments {
		var wanted []int
		for i, counted := range x.counted {
			if counted == nil || !counted(s.Frame) {
				wanted = append(wanted, i)
			}
		}
		if len(wanted) == 0 {
			x.Sum.Stored += x.file.Entry(s.Frame).Games
			continue
		}
		key := fmt.Sprint(wanted)
		if alike[key] == nil {
			these := make([]board.Position, len(wanted))
			for k, i := range wanted {
				these[k] = x.positions[i]
			}
			alike[key] = &task{newExplorer(these), wanted}
		}
		x.tasks[s.Frame] = alike[key]
		left = append(left, s)
	}
	return left
}

// Look searches the view of a segment that Left returned, of its items only those among
// some, nil for all. The error is damage, or that of reading.
func (x *Exploration) Look(v *view.View, among []int) (Part, error) {
	t := x.tasks[v.Segment().Frame]
	if len(x.selected.patterns) > 0 {
		found, err := x.selected.Finder(false)(v, among)
		if err != nil {
			return Part{}, err
		}
		if among = found.Items; among == nil {
			among = []int{}
		}
	}
	c, err := x.selected.filter.candidates(v, among)
	if err != nil {
		return Part{}, err
	}
	found, err := t.explorer.explore(c)
	return Part{t, found}, err
}

// Add adds a result of Look that has no error.
func (x *Exploration) Add(p Part) { x.Sum.add(p.found, p.of.positions) }
