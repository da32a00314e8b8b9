package query

import (
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/movegen"
)

// maxLevel is the greatest number of positions of a level.
const maxLevel = 1000

// Levels are the positions of a tree by depth. A level has the positions after the most
// played moves of the previous one. All positions of a level are counted at once, so
// that each level takes one pass over the files. Each position is in the tree once.
type Levels struct {
	Positions []board.Position // of this level; empty before Next
	Found     Explored         // counts added so far

	first []Step
	left  int // levels to come after the first
	width int
	all   map[board.Position]bool // in the tree
}

// Step is the place of a position of a level: the move of a position of the previous
// level, by their indexes. Both are -1 for the root of the tree.
type Step struct {
	From, Move int
	To         board.Position
}

// NewLevels returns the Levels of a position, compared by the rule of repetition, up to
// depth half-moves after it; depth 1 means the position and its moves. Of each position,
// width moves are followed.
func NewLevels(p board.Position, depth, width int) *Levels {
	return &Levels{first: []Step{{-1, -1, p}}, left: depth - 1, width: width, all: map[board.Position]bool{p: true}}
}

// Next begins the next level, and returns its positions: none after the last level.
func (l *Levels) Next() []Step {
	steps := l.first
	if l.first = nil; steps == nil && l.left > 0 {
		l.left--
		steps = l.behind()
	}
	l.Positions = make([]board.Position, len(steps))
	for i, s := range steps {
		l.Positions[i] = s.To
	}
	l.Found = Explored{Nodes: make([]openingtree.Node, len(steps))}
	return steps
}

// Add adds the counts of a file for the positions of this level. The samples get the
// number of the file.
func (l *Levels) Add(found *Explored, file int) {
	for i := range found.Nodes {
		n := &found.Nodes[i]
		number(&n.Tally, file)
		for k := range n.Moves {
			number(&n.Moves[k].Tally, file)
		}
		l.Found.Nodes[i].Merge(n)
	}
	l.Found.addLooked(found)
}

// number sets the file of the samples of t.
func number(t *openingtree.Tally, file int) {
	for i := range t.Samples {
		t.Samples[i].File = file
	}
}

// behind returns the positions of the next level; the most played, if there are many.
func (l *Levels) behind() (next []Step) {
	type step struct {
		Step
		games int64
	}
	var all []step
	for i := range l.Positions {
		moves := l.Found.Nodes[i].Moves
		for k := range moves[:min(l.width, len(moves))] {
			p := l.Positions[i]
			movegen.Make(&p, moves[k].Move)
			all = append(all, step{Step{i, k, gamestate.Essence(&p)}, moves[k].Games()})
		}
	}
	slices.SortStableFunc(all, func(x, y step) int { return cmp.Compare(y.games, x.games) })
	for _, s := range all {
		if len(next) == maxLevel {
			break
		}
		if !l.all[s.To] {
			l.all[s.To] = true
			next = append(next, s.Step)
		}
	}
	return next
}
