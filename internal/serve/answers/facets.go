package answers

import (
	"cmp"
	"maps"
	"slices"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

type facetsJSON struct {
	Query      string        `json:"query"`
	Understood string        `json:"understood"`
	Games      int64         `json:"games"`
	Years      []yearJSON    `json:"years"`
	Results    []resultJSON  `json:"results"`
	ECOs       []ecoJSON     `json:"openings"`
	Ratings    []ratingsJSON `json:"ratings"`
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
	Name  *string `json:"name"` // usual name for the code
	Games int64   `json:"games"`
}

type ratingsJSON struct {
	From  *int  `json:"from"`
	To    *int  `json:"to"`
	Games int64 `json:"games"`
}

// facets answers with the numbers of games by kind.
func (s *Site) facets(a *Answer) error {
	files, q, err := s.request(a)
	if err != nil {
		return err
	}
	all, out := chesszip.NewSummary(), facetsJSON{Query: pgn.UTF8(q.text), Understood: pgn.UTF8(q.meaning), Years: []yearJSON{}, Results: []resultJSON{}, ECOs: []ecoJSON{}, Ratings: []ratingsJSON{}}
	for _, i := range files {
		x, err := s.selected(a.Context, i, q.Query, q.text, true)
		if err != nil {
			return err
		}
		out.Games += x.count
		all.Merge(x.counts)
	}
	for _, y := range sorted(all.Years) {
		out.Years = append(out.Years, yearJSON{OrNull(y), all.Years[y]})
	}
	for _, r := range sorted(all.Results) {
		out.Results = append(out.Results, resultJSON{TextOrNull(r), all.Results[r]})
	}
	for _, e := range sorted(all.ECOs) {
		out.ECOs = append(out.ECOs, ecoJSON{TextOrNull(e), TextOrNull(gamelist.OpeningName(e)), all.ECOs[e]})
	}
	for _, r := range sorted(all.Ratings) {
		j := ratingsJSON{Games: all.Ratings[r]}
		if r > 0 {
			to := r + chesszip.RatingStep - 1
			j.From, j.To = &r, &to
		}
		out.Ratings = append(out.Ratings, j)
	}
	return a.JSON(out)
}

// sorted returns the keys of a map in ascending order.
func sorted[K cmp.Ordered](m map[K]int64) []K { return slices.Sorted(maps.Keys(m)) }

// sizeOfSummary is the approximate size of a summary in memory, 0 for none.
func sizeOfSummary(s *chesszip.Summary) int {
	if s == nil {
		return 0
	}
	return 40 * (len(s.Years) + len(s.Ratings) + len(s.Results) + len(s.ECOs))
}
