// Package openingtree counts the moves from positions: how often each move was played,
// how these games ended, and the ratings of their players. It reads no files; the caller
// replays the games. Tallies of parts can be merged.
package openingtree

import (
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// MaxSamples is the greatest number of sample games of a Tally.
const MaxSamples = 2

// Game is the data of a game that is counted.
type Game struct {
	Number             int64 // in its file, from 0
	Result             tagvalue.Result
	WhiteElo, BlackElo int // 0 if not known
	Year               int // 0 if not known
}

// rating orders samples: it is the mean of both ratings, where an unknown one counts as
// 0.
func (g *Game) rating() int { return (g.WhiteElo + g.BlackElo) / 2 }

// Mean is a sum of numbers, and their number.
type Mean struct{ Sum, N int64 }

func (m *Mean) add(value int) {
	if value > 0 {
		m.Sum += int64(value)
		m.N++
	}
}

// Rounded returns the mean, rounded to the nearest whole number, halves up; 0 if N is 0.
func (m Mean) Rounded() int {
	if m.N == 0 {
		return 0
	}
	return int((2*m.Sum + m.N) / (2 * m.N))
}

// Sample is one of the games of a Tally.
type Sample struct {
	File   int   // number of the file, if there are several; otherwise 0
	Game   int64 // number in the file
	Rating int   // mean of both ratings; an unknown one counts as 0
}

// Tally summarizes some games, each counted once.
type Tally struct {
	White, Draws, Black int64 // games by result
	Open                int64 // games with another result, or none
	WhiteElo, BlackElo  Mean  // of the games that have a rating
	LastYear            int   // 0 if none is known
	// Samples are the games with the highest ratings, at most MaxSamples, the highest
	// first; of equal ones the first games of the first files.
	Samples []Sample
}

// Games returns the number of games.
func (t *Tally) Games() int64 { return t.White + t.Draws + t.Black + t.Open }

// Add counts a game.
func (t *Tally) Add(g *Game) {
	switch g.Result {
	case tagvalue.WhiteWins:
		t.White++
	case tagvalue.Draw:
		t.Draws++
	case tagvalue.BlackWins:
		t.Black++
	default:
		t.Open++
	}
	t.WhiteElo.add(g.WhiteElo)
	t.BlackElo.add(g.BlackElo)
	t.LastYear = max(t.LastYear, g.Year)
	t.sample(Sample{Game: g.Number, Rating: g.rating()})
}

// Merge adds the games of u, which must be other games.
func (t *Tally) Merge(u *Tally) {
	t.White += u.White
	t.Draws += u.Draws
	t.Black += u.Black
	t.Open += u.Open
	t.WhiteElo = Mean{t.WhiteElo.Sum + u.WhiteElo.Sum, t.WhiteElo.N + u.WhiteElo.N}
	t.BlackElo = Mean{t.BlackElo.Sum + u.BlackElo.Sum, t.BlackElo.N + u.BlackElo.N}
	t.LastYear = max(t.LastYear, u.LastYear)
	for _, s := range u.Samples {
		t.sample(s)
	}
}

// sample adds a game to Samples if it is among the best.
func (t *Tally) sample(s Sample) {
	if len(t.Samples) == MaxSamples && s.Rating < t.Samples[MaxSamples-1].Rating {
		return // as most are
	}
	at, _ := slices.BinarySearchFunc(t.Samples, s, func(x, y Sample) int {
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), cmp.Compare(x.File, y.File), cmp.Compare(x.Game, y.Game))
	})
	t.Samples = slices.Insert(t.Samples, at, s)
	if len(t.Samples) > MaxSamples {
		t.Samples = t.Samples[:MaxSamples]
	}
}

// Move is a move from a position, with the games in which it was played.
type Move struct {
	Move board.Move
	Tally
}

// Node is a position with the games that reached it, and their moves. A game that
// reached it again and played another move counts for both moves, and once for the
// position. A game that ends there counts for no move.
type Node struct {
	Tally
	Moves []Move // the most played first; of equal ones, the lowest
}

// Merge adds the games of m, which must be other games.
func (n *Node) Merge(m *Node) {
	n.Tally.Merge(&m.Tally)
	for i := range m.Moves {
		n.tallyOf(m.Moves[i].Move).Merge(&m.Moves[i].Tally)
	}
	n.Sort()
}

// AddGame counts a game that reached the position and played moves there, none if it
// ends there. Moves are out of order until Sort.
func (n *Node) AddGame(g *Game, moves ...board.Move) {
	n.Add(g)
	for i, m := range moves {
		if !slices.Contains(moves[:i], m) {
			n.tallyOf(m).Add(g)
		}
	}
}

// tallyOf returns the Tally of a move, a new one for a new move.
func (n *Node) tallyOf(m board.Move) *Tally {
	for i := range n.Moves {
		if n.Moves[i].Move == m {
			return &n.Moves[i].Tally
		}
	}
	n.Moves = append(n.Moves, Move{Move: m})
	return &n.Moves[len(n.Moves)-1].Tally
}

// Sort puts Moves in their order.
func (n *Node) Sort() {
	slices.SortFunc(n.Moves, func(x, y Move) int {
		return cmp.Or(cmp.Compare(y.Games(), x.Games()), cmp.Compare(x.Move, y.Move))
	})
}
