package query

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Exploration counts what the games of a file that a Filter means have made of positions.
// Those that an opening table has counted are not looked through:
//
//	x := NewExploration(file, positions, filter)
//	err := x.AddStored(ctx)
//	for s := range x.Left(segments) {
//		part, err := x.Look(view of s)   by several goroutines at once
//		x.Add(part)                      by one
//	}
type Exploration struct {
	Sum Explored // what was counted so far

	file      *view.File
	positions []board.Position
	filter    *Filter
	counted   []counted // for each position
	tasks     map[int]*task
}

// counted reports whether tables have counted the games of a frame for a position; nil
// stands for none.
type counted func(frame int) bool

// task is what some frames are looked through for.
type task struct {
	explorer  *explorer
	positions []int // their numbers
}

// Part is what was found in a segment.
type Part struct {
	of    *task
	found *Explored
}

// NewExploration returns an Exploration of which nothing is counted yet. The positions are
// those by the rule of repetition, and all different.
func NewExploration(f *view.File, positions []board.Position, filter *Filter) *Exploration {
	return &Exploration{
		Sum:  Explored{Nodes: make([]openingtree.Node, len(positions))},
		file: f, positions: positions, filter: filter, counted: make([]counted, len(positions)),
	}
}

// AddStored adds what opening tables have counted. They are of all games of their members:
// where only some are meant, they are of no use, and of a part of a file AddStored must not
// be asked. The error is one of reading, or that of ctx.
func (x *Exploration) AddStored(ctx context.Context) error {
	if !x.filter.All() {
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

// Left returns which of some segments are to be looked through for any of the positions.
// The games of the others count as looked at.
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

// Look looks through the view of a segment that is left. The error is damage, or one of
// reading.
func (x *Exploration) Look(v *view.View) (Part, error) {
	t := x.tasks[v.Segment().Frame]
	found, err := t.explorer.explore(v, x.filter)
	return Part{t, found}, err
}

// Add adds what Look has found, without an error.
func (x *Exploration) Add(p Part) { x.Sum.add(p.found, p.of.positions) }
