package gamelist

import "github.com/chesszip/chesszip"

// RatingStep is the width of a class of ratings: 2400 is 2400 to 2499.
const RatingStep = 100

// Counts are numbers of games by year, rating, result and ECO code.
type Counts struct {
	Years, Ratings map[int]int64
	Results, ECOs  map[string]int64
}

// NewCounts returns empty counts.
func NewCounts() Counts {
	return Counts{map[int]int64{}, map[int]int64{}, map[string]int64{}, map[string]int64{}}
}

// Size is the approximate size in memory.
func (f *Counts) Size() int {
	return 40 * (len(f.Years) + len(f.Ratings) + len(f.Results) + len(f.ECOs))
}

// Add counts a game. Its rating is the mean of both, or the one that is known.
func (f *Counts) Add(g *chesszip.GameNumbers) {
	f.Years[g.Year]++
	f.Results[g.Result]++
	f.ECOs[g.ECO]++
	rating := g.WhiteElo + g.BlackElo
	if g.WhiteElo > 0 && g.BlackElo > 0 {
		rating /= 2
	}
	f.Ratings[rating/RatingStep*RatingStep]++
}

// Merge adds the counts of another file.
func (f *Counts) Merge(g *Counts) {
	for k, n := range g.Years {
		f.Years[k] += n
	}
	for k, n := range g.Ratings {
		f.Ratings[k] += n
	}
	for k, n := range g.Results {
		f.Results[k] += n
	}
	for k, n := range g.ECOs {
		f.ECOs[k] += n
	}
}
