package chesszip

import (
	"context"
	"fmt"
	"math"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/notation"
)

// ExploreOptions are the settings of an Explorer; nil and the zero value mean the
// defaults.
type ExploreOptions struct {
	// Depth is the depth of the tree in half-moves, 1 to MaxDepth. The default is 1: the
	// moves from the position alone.
	Depth int
	// Width is the number of moves of a position that are followed, the most played
	// first; default 3.
	Width int
}

// MaxDepth is the greatest depth of a tree.
const MaxDepth = 60

// Explorer counts what the games of one or several archives played from a position, and
// from the positions that follow it up to ExploreOptions.Depth. It asks for all
// positions of one depth at once, so that each depth takes one pass over the archives:
//
//	for e.Next() {
//		for i, a := range archives {
//			err := e.Add(ctx, a.Games(), i)
//		}
//	}
//	tree := e.Tree()
type Explorer struct {
	levels *query.Levels
	root   *Explored
	level  []*Explored // positions of this pass; empty between passes
}

// NewExplorer returns an Explorer of a position. The error is ErrOption for a depth over
// MaxDepth.
func NewExplorer(p board.Position, o *ExploreOptions) (*Explorer, error) {
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
	return &Explorer{root: root, levels: query.NewLevels(root.Position, depth, width)}, nil
}

// Next begins a pass over the archives. It returns false when the tree is complete.
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

// Add counts games, see Games.Explore; file is the number that its samples get. Each pass
// must be given the same games. The error is damage or that of ctx; what could be counted
// is added nevertheless.
func (e *Explorer) Add(ctx context.Context, g Games, file int) error {
	if len(e.level) == 0 || g.err != nil {
		return g.err
	}
	found, err := g.explore(ctx, e.levels.Positions)
	e.levels.Add(found, file)
	return err
}

// Tree returns the tree of the archives that were added so far. Until Next is called,
// more archives may be added, and Tree called again.
func (e *Explorer) Tree() *Explored {
	e.take()
	return e.root
}

// take puts the counts of this pass into the tree.
func (e *Explorer) take() {
	found := &e.levels.Found
	for i, x := range e.level {
		n := &found.Nodes[i]
		x.Statistics, x.Effort = statisticsOf(&n.Tally), Effort{found.Stored, found.Indexed, found.Decoded}
		x.Moves = make([]ExploredMove, len(n.Moves))
		for k := range n.Moves {
			m := n.Moves[k].Move
			x.Moves[k] = ExploredMove{
				Move: m, UCI: notation.UCI(&x.Position, m), SAN: notation.SAN(&x.Position, m), Statistics: statisticsOf(&n.Moves[k].Tally),
			}
		}
	}
}

// exploration begins to count games of p, a part of the archive, for positions. It
// includes the counts that opening tables of the archive have.
func (g *Games) exploration(ctx context.Context, p walk.Part, positions []board.Position) (x *query.Exploration, err error) {
	x = query.NewExploration(p.Frames, positions, g.selection())
	if !p.Cut { // tables count all games of an archive
		err = x.AddStored(ctx)
	}
	return x, err
}

// explore counts the games for positions.
func (g *Games) explore(ctx context.Context, positions []board.Position) (*query.Explored, error) {
	p := g.part()
	x, err := g.exploration(ctx, p, positions)
	if err != nil {
		return &x.Sum, err
	}
	p.Segments = x.Left(p.Segments)
	walk.EachGame(ctx, p, max(g.from, 0), g.to, func(v *view.View, low, high int) ([]query.Part, error) {
		among, err := g.among(v, low, high)
		if err != nil {
			return nil, err
		}
		found, err := x.Look(v, among)
		return []query.Part{found}, err
	}, func(found query.Part, e error) bool {
		if e == nil {
			x.Add(found)
		}
		err = keepFirst(err, e)
		return true
	})
	return &x.Sum, err
}

// InOpenings reports whether opening tables, see OpeningTable, have counted all games
// for a position. Games.Explore of all games then answers without reading any game. The
// error is damage, or that of the reader.
func (a *Archive) InOpenings(ctx context.Context, p board.Position) (bool, error) {
	g := a.Games()
	all := g.part()
	x, err := g.exploration(ctx, all, []board.Position{gamestate.Essence(&p)})
	if err != nil {
		return false, err
	}
	return len(x.Left(all.Segments)) == 0, nil
}

// Explored is a position with the moves and results of the games that reached it.
type Explored struct {
	// Position is the position as the rule of repetition compares it: its counters are 0
	// and 1.
	Position board.Position `json:"position"`
	// Statistics are of the games that reached the position, by whatever moves, each
	// counted once.
	Statistics
	// Moves are the moves that were played there, the most played first; of moves played
	// equally often, the lowest first. A game that reached the position again and played
	// another move counts for both moves. A game that ends there counts for none.
	Moves  []ExploredMove `json:"moves"`
	Effort Effort         `json:"effort"`
}

// ExploredMove is a move that was played, with the games in which it was.
type ExploredMove struct {
	Move board.Move `json:"-"`
	UCI  string     `json:"uci"`
	SAN  string     `json:"san"`
	Statistics
	// Next is the position after the move. It is nil if the position is not followed, or
	// if it is elsewhere in the tree: after the most played of several moves that lead
	// to it.
	Next *Explored `json:"next,omitempty"`
}

// Effort is the number of games that were examined, by the source of their data. Games
// that the numbers of the index exclude are not counted.
type Effort struct {
	Stored  int64 `json:"stored"`  // counted in an opening table of the archive
	Indexed int64 `json:"indexed"` // replayed from the index, see ColumnMoves
	Decoded int64 `json:"decoded"` // replayed from their frames or texts
}

// Games returns the number of games that were examined.
func (e Effort) Games() int64 { return e.Stored + e.Indexed + e.Decoded }

// Statistics summarize some games, each counted once.
type Statistics struct {
	White    int64   `json:"white"` // games by result
	Draws    int64   `json:"draws"`
	Black    int64   `json:"black"`
	Open     int64   `json:"open"` // games with another result, such as *, or none
	WhiteElo Ratings `json:"white_elo"`
	BlackElo Ratings `json:"black_elo"`
	LastYear int     `json:"last_year"` // year of the latest game, 0 if none is known
	// Samples are the two games with the highest ratings, the highest first; of equal
	// ones the first in the archive.
	Samples []SampleGame `json:"samples"`
}

// Ratings is the mean of some ratings, and their number: games without a rating do not
// count. The product of both, rounded to a whole number, is the sum.
type Ratings struct {
	Mean  float64 `json:"mean"`  // 0 if Games is 0
	Games int64   `json:"games"` // with a rating
}

func ratingsOf(m openingtree.Mean) Ratings {
	if m.N == 0 {
		return Ratings{}
	}
	return Ratings{float64(m.Sum) / float64(m.N), m.N}
}

// sum returns the ratings as a sum, which is exact below 2^51.
func (r Ratings) sum() openingtree.Mean {
	return openingtree.Mean{Sum: int64(math.Round(r.Mean * float64(r.Games))), N: r.Games}
}

// SampleGame names a game.
type SampleGame struct {
	File   int   `json:"file,omitempty"` // as given to Explorer.Add; otherwise 0
	Number int64 `json:"number"`         // in the file, from 0
	Rating int   `json:"rating"`         // mean of both ratings; an unknown one counts as 0
}

// Games returns the number of games.
func (t *Statistics) Games() int64 { return t.White + t.Draws + t.Black + t.Open }

// Elo returns the mean of the ratings of both players, 0 if none is known.
func (t *Statistics) Elo() int {
	white, black := t.WhiteElo.sum(), t.BlackElo.sum()
	return openingtree.Mean{Sum: white.Sum + black.Sum, N: white.N + black.N}.Rounded()
}

// Performance returns the performance rating of the players of a colour: the mean rating
// of their opponents, plus the difference that FIDE's table (section 8.1a of its rating
// regulations) gives for their score in the games with a result, rounded to a whole
// percent; 800 for 100 %. It is 0 if no rating or no result is known.
func (t *Statistics) Performance(c board.Color) int {
	if c == board.White {
		return openingtree.Performance(t.White, t.Draws, t.Black, t.BlackElo.sum().Rounded())
	}
	return openingtree.Performance(t.Black, t.Draws, t.White, t.WhiteElo.sum().Rounded())
}

func statisticsOf(t *openingtree.Tally) Statistics {
	out := Statistics{
		White: t.White, Draws: t.Draws, Black: t.Black, Open: t.Open,
		WhiteElo: ratingsOf(t.WhiteElo), BlackElo: ratingsOf(t.BlackElo), LastYear: t.LastYear,
	}
	for _, s := range t.Samples {
		out.Samples = append(out.Samples, SampleGame{File: s.File, Number: s.Game, Rating: s.Rating})
	}
	return out
}
