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
// a value may come in each. An index of players and numbers may have all of it, so that
// no tags are decoded. The errors are those of Outlines.
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
		var o Overview
		room := func(values int) { o.Values = make([]TagCount, 0, values) }
		c := outline.Counter{Item: o.addGame, Date: o.addDate, Most: room, Value: o.addValue}
		ok, err := outline.Count(v, low, high, meant, more, c)
		if err != nil {
			return nil, err
		}
		if ok {
			return []Overview{o}, nil
		}
		headers, err := outlinesOf(v, low, high, number, meant, more)
		return []Overview{overviewOf(headers)}, err
	})
}

// addGame counts a game by its half-moves and the ratings of its players, 0 standing for
// one that is not known.
func (o *Overview) addGame(plies int, ratings [2]int) {
	o.Games++
	o.Plies.add(plies)
	for _, n := range ratings {
		if n > 0 {
			o.Ratings.add(n)
		}
	}
}

func (o *Overview) addDate(date string) {
	if o.First == "" || date < o.First {
		o.First = date
	}
	o.Last = max(o.Last, date)
}

func (o *Overview) addValue(tag, value string, games int64) {
	o.Values = append(o.Values, TagCount{tag, value, games})
}

func (e *Extent) add(n int) { e.Add(Extent{1, int64(n), n, n}) }

// overviewOf counts headers that are outlines.
func overviewOf(headers []Header) (o Overview) {
	at := map[TagCount]int{}
	for i := range headers {
		h := &headers[i]
		white, black := h.Elo()
		o.addGame(h.Plies, [2]int{white, black})
		for _, t := range h.Tags {
			switch t.Name {
			case "WhiteElo", "BlackElo":
				continue
			case "Date":
				o.addDate(t.Value)
				continue
			}
			key := TagCount{Tag: t.Name, Value: t.Value}
			n, ok := at[key]
			if !ok {
				n = len(o.Values)
				at[key] = n
				o.addValue(t.Name, t.Value, 0)
			}
			o.Values[n].Games++
		}
	}
	return o
}
