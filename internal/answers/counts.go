package answers

import "github.com/chesszip/chesszip"

// ratingStep is how far a class of ratings goes: 2400 is 2400 to 2499.
const ratingStep = 100

// facets count games by what their numbers say.
type facets struct {
	years, ratings map[int]int64
	results, ecos  map[string]int64
}

func newFacets() facets {
	return facets{map[int]int64{}, map[int]int64{}, map[string]int64{}, map[string]int64{}}
}

func (f *facets) size() int {
	return 40 * (len(f.years) + len(f.ratings) + len(f.results) + len(f.ecos))
}

// add counts a game. Its rating is the mean of both, or the one that is known.
func (f *facets) add(g *chesszip.GameNumbers) {
	f.years[g.Year]++
	f.results[g.Result]++
	f.ecos[g.ECO]++
	rating := g.WhiteElo + g.BlackElo
	if g.WhiteElo > 0 && g.BlackElo > 0 {
		rating /= 2
	}
	f.ratings[rating/ratingStep*ratingStep]++
}

// merge adds what was counted in another file.
func (f *facets) merge(g *facets) {
	for k, n := range g.years {
		f.years[k] += n
	}
	for k, n := range g.ratings {
		f.ratings[k] += n
	}
	for k, n := range g.results {
		f.results[k] += n
	}
	for k, n := range g.ecos {
		f.ecos[k] += n
	}
}
