package chesszip

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/outline"
)

// Overview counts what Outlines says of some games.
type Overview struct {
	Games int64
	// Plies are the half-moves of the games, Ratings the known ones of both players.
	Plies, Ratings Extent
	// First and Last are the least and the greatest Date, "" if no game has one.
	First, Last string
	// Values has how many games have which value of a tag.
	Values []TagCount
}

// TagCount is how many games have a value of a tag.
type TagCount struct {
	Tag, Value string
	Games      int64
}

// Extent is the least and the greatest of N numbers, and their sum; of none all are 0.
type Extent struct {
	N, Sum   int64
	Min, Max int
}

// Add joins o to e.
func (e *Extent) Add(o Extent) {
	switch {
	case o.N == 0:
		return
	case e.N == 0:
		*e = o
		return
	}
	e.N, e.Sum = e.N+o.N, e.Sum+o.Sum
	e.Min, e.Max = min(e.Min, o.Min), max(e.Max, o.Max)
}

// Overviews counts what Outlines says of the games that q means, nil for all, and the
// values of more tags, for some games after another: the numbers of all are the sums, and
// a value may come in each. Of an archive with players and numbers in its index it takes
// less than a microsecond a game. The errors are those of Outlines.
func (a *Archive) Overviews(ctx context.Context, q *Query, more ...string) iter.Seq2[Overview, error] {
	f, err := compile(q)
	if err != nil {
		return func(yield func(Overview, error) bool) { yield(Overview{}, err) }
	}
	from, to := a.Span()
	return eachGame(ctx, a, from, to, likelyAll, func(v *frameview.View, low, high int, number int64) ([]Overview, error) {
		meant, any, err := meantOf(f, v, low, high)
		if err != nil || !any {
			return nil, err
		}
		found, ok, err := outline.Count(v, low, high, meant, more)
		if err != nil {
			return nil, err
		}
		if ok {
			return []Overview{newOverview(found)}, nil
		}
		headers, err := outlinesOf(v, low, high, number, meant, more)
		return []Overview{overviewOf(headers)}, err
	})
}

func newOverview(o *outline.Overview) Overview {
	all := Overview{Games: o.Games, Plies: Extent(o.Plies), Ratings: Extent(o.Ratings), First: o.First, Last: o.Last}
	for _, c := range o.Values {
		all.Values = append(all.Values, TagCount(c))
	}
	return all
}

// overviewOf counts headers that are outlines.
func overviewOf(headers []Header) (o Overview) {
	at := map[TagCount]int{}
	for i := range headers {
		h := &headers[i]
		o.Games++
		o.Plies.Add(Extent{1, int64(h.Plies), h.Plies, h.Plies})
		white, black := h.Elo()
		for _, n := range []int{white, black} {
			if n > 0 {
				o.Ratings.Add(Extent{1, int64(n), n, n})
			}
		}
		for _, t := range h.Tags {
			switch t.Name {
			case "WhiteElo", "BlackElo":
				continue
			case "Date":
				if o.First == "" || t.Value < o.First {
					o.First = t.Value
				}
				o.Last = max(o.Last, t.Value)
				continue
			}
			key := TagCount{Tag: t.Name, Value: t.Value}
			n, ok := at[key]
			if !ok {
				n = len(o.Values)
				at[key] = n
				o.Values = append(o.Values, key)
			}
			o.Values[n].Games++
		}
	}
	return o
}
