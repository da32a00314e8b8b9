package chesszip

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
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
	filter *query.Filter
	levels *query.Levels
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
	return &Explorer{filter: f, root: root, levels: query.NewLevels(root.Position, depth, width)}, nil
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
func (a *Archive) exploration(ctx context.Context, positions []board.Position, f *query.Filter) (x *query.Exploration, err error) {
	x = query.NewExploration(a.all.Frames, positions, f)
	if !a.all.Cut { // tables are of the whole
		err = x.AddStored(ctx)
	}
	return x, err
}

// explore counts what the games that f means have made of positions.
func (a *Archive) explore(ctx context.Context, positions []board.Position, f *query.Filter) (*query.Explored, error) {
	x, err := a.exploration(ctx, positions, f)
	if err != nil {
		return &x.Sum, err
	}
	all := f.Within(a.all)
	all.Reads = walk.ReadsIndexes
	all.Segments = x.Left(all.Segments)
	look := func(_ context.Context, v *view.View) ([]query.Part, error) {
		found, err := x.Look(v)
		return []query.Part{found}, err
	}
	walk.Each(ctx, all, look, func(found query.Part, e error) bool {
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
	return len(x.Left(a.all.WithGames().Segments)) == 0, nil
}

// Explored is what games have made of a position.
type Explored struct {
	// Position is the position by the rule of repetition: its counters are 0 and 1.
	Position board.Position
	// Tally is of the games that came to it, by whatever moves, each counted once.
	Tally
	// Moves are the moves that were played there, the most played first, of those
	// played as often the lowest first. A game that came to the position again and
	// played another move counts for both; one that ends there counts for none.
	Moves []ExploredMove
	// Looked says how many games were looked at, and how.
	Looked Looked
}

// ExploredMove is a move that was played, and the games in which it was.
type ExploredMove struct {
	Move board.Move
	Tally
	// Next is what games have made of the position behind the move, nil where that was
	// not asked for, or stands elsewhere in the tree: behind the most played of several
	// moves that lead to it.
	Next *Explored
}

// Looked says how many games were looked at, those that numbers of the index rule
// out left out.
type Looked struct {
	Stored  int64 // by a table of the archive, which had counted them
	Indexed int64 // by the moves that the index holds, see IndexPositions
	Decoded int64 // by the moves in their frames or texts
}

// Games returns how many games were looked at.
func (l Looked) Games() int64 { return l.Stored + l.Indexed + l.Decoded }

// Tally is what some games have in common, each counted once.
type Tally struct {
	White, Draws, Black int64 // games by who won
	Open                int64 // games with another result, such as *, or none
	WhiteElo, BlackElo  Ratings
	LastYear            int // in which one of them was played, 0 if none is known
	// Samples are the two games of the highest ratings, of equal ones the first; the
	// highest first.
	Samples []SampleGame
}

// Ratings is the sum of some ratings, and how many they are: games without are left
// out.
type Ratings struct{ Sum, N int64 }

// Mean returns the mean, rounded to the nearest whole number, 0 of no rating.
func (r Ratings) Mean() int { return openingtree.Mean(r).Rounded() }

// SampleGame names a game.
type SampleGame struct {
	File   int   // number of the file, as Explorer.Add was told; else 0
	Number int64 // of the game there, from 0
	Rating int   // mean of both ratings, an unknown one counting as 0
}

// Games returns the number of games.
func (t *Tally) Games() int64 { return t.White + t.Draws + t.Black + t.Open }

// Elo returns the mean of the ratings of both players, 0 if none is known.
func (t *Tally) Elo() int {
	return Ratings{t.WhiteElo.Sum + t.BlackElo.Sum, t.WhiteElo.N + t.BlackElo.N}.Mean()
}

// Performance returns how strong those were who had the pieces of a colour, by their
// results: the mean rating of their opponents, and the difference that FIDE's table
// (section 8.1a of its rating regulations) gives for their score, to the whole
// percent, in the games with a result: 800 for 100 %. It is 0 where no rating or no
// result is known.
func (t *Tally) Performance(c board.Color) int {
	if c == board.White {
		return openingtree.Performance(t.White, t.Draws, t.Black, t.BlackElo.Mean())
	}
	return openingtree.Performance(t.Black, t.Draws, t.White, t.WhiteElo.Mean())
}

// Opening is what a position is known as.
type Opening struct {
	ECO  string // its code, such as "B90"
	Name string // such as "Sicilian Defence, Najdorf"
}

// OpeningOf returns the opening that a position is known as, by whatever moves it came
// about; the zero Opening where it has no name.
func OpeningOf(p board.Position) Opening {
	eco, name := openings.At(&p)
	return Opening{eco, name}
}

func newTally(t *openingtree.Tally) Tally {
	out := Tally{
		White: t.White, Draws: t.Draws, Black: t.Black, Open: t.Open,
		WhiteElo: Ratings(t.WhiteElo), BlackElo: Ratings(t.BlackElo), LastYear: t.LastYear,
	}
	for _, s := range t.Samples {
		out.Samples = append(out.Samples, SampleGame{File: s.File, Number: s.Game, Rating: s.Rating})
	}
	return out
}
