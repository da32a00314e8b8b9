package chesszip

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/openingtree"
)

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
