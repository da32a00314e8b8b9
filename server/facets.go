package server

import (
	"cmp"
	"maps"
	"slices"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

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

type facetsJSON struct {
	Query   string        `json:"query"`
	Games   int64         `json:"games"`
	Years   []yearJSON    `json:"years"`
	Results []resultJSON  `json:"results"`
	ECOs    []ecoJSON     `json:"openings"`
	Ratings []ratingsJSON `json:"ratings"`
}

type yearJSON struct {
	Year  *int  `json:"year"`
	Games int64 `json:"games"`
}

type resultJSON struct {
	Result *string `json:"result"`
	Games  int64   `json:"games"`
}

type ecoJSON struct {
	ECO   *string `json:"eco"`
	Games int64   `json:"games"`
}

type ratingsJSON struct {
	From  *int  `json:"from"`
	To    *int  `json:"to"`
	Games int64 `json:"games"`
}

// facets answers how many games there are of each kind.
func (s *site) facets(a *answer) error {
	files, err := s.chosen(a)
	if err != nil {
		return err
	}
	q, text, err := a.query()
	if err != nil {
		return err
	}
	all, out := newFacets(), facetsJSON{Query: pgn.UTF8(text), Years: []yearJSON{}, Results: []resultJSON{}, ECOs: []ecoJSON{}, Ratings: []ratingsJSON{}}
	for _, i := range files {
		x, err := s.selected(a.ctx, i, q, text, true)
		if err != nil {
			return err
		}
		out.Games += x.count
		all.merge(&x.facets)
	}
	for _, y := range sorted(all.years) {
		out.Years = append(out.Years, yearJSON{orNull(y), all.years[y]})
	}
	for _, r := range sorted(all.results) {
		out.Results = append(out.Results, resultJSON{textOrNull(r), all.results[r]})
	}
	for _, e := range sorted(all.ecos) {
		out.ECOs = append(out.ECOs, ecoJSON{textOrNull(e), all.ecos[e]})
	}
	for _, r := range sorted(all.ratings) {
		j := ratingsJSON{Games: all.ratings[r]}
		if r > 0 {
			to := r + ratingStep - 1
			j.From, j.To = &r, &to
		}
		out.Ratings = append(out.Ratings, j)
	}
	return a.json(out)
}

// sorted returns the keys of a map in their order.
func sorted[K cmp.Ordered](m map[K]int64) []K { return slices.Sorted(maps.Keys(m)) }
