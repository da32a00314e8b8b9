package query

import (
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/movegen"
)

// maxLevel is how many positions a level has at most.
const maxLevel = 1000

// Levels are the positions of a tree, one of them behind each of the most played moves of
// another. All of a level are asked for at once, so that each level takes one pass over the
// files. Each position stands once in the tree.
type Levels struct {
	Positions []board.Position // those of this level, none before Next
	Found     Explored         // what was made of them, as far as it was added

	first []Step
	left  int // levels to come behind the first
	width int
	all   map[board.Position]bool // those in the tree
}

// Step says where a position of a level stands: behind which move of which position of the
// level before, by their numbers. Both are -1 for the position that the tree begins with.
type Step struct {
	From, Move int
	To         board.Position
}

// NewLevels returns the Levels of a position by the rule of repetition and of those up to
// depth half-moves from it, at least 1 for the position alone. Of each position, so many
// moves as width says are followed.
func NewLevels(p board.Position, depth, width int) *Levels {
	return &Levels{first: []Step{{-1, -1, p}}, left: depth - 1, width: width, all: map[board.Position]bool{p: true}}
}

// Next begins the next level, and returns its positions: none behind the last.
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

// Add adds what games of a file have made of the positions of this level. The samples get
// the number of the file.
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

// number says of which file the samples of t are.
func number(t *openingtree.Tally, file int) {
	for i := range t.Samples {
		t.Samples[i].File = file
	}
}

// behind returns the positions behind those of this level that are asked for next, the
// most played where they are many.
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
