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
func (e *Extent) Add(o Extent) { (*outline.Extent)(e).Add(outline.Extent(o)) }

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
	return eachGame(ctx, a, from, to, likelyAll, func(v *frameview.View, low, high int, _ int64) ([]Overview, error) {
		meant, any, err := f.Meant(v, low, high)
		if err != nil || !any {
			return nil, err
		}
		o, err := outline.Count(v, low, high, meant, more)
		values := make([]TagCount, 0, o.NumValues)
		for c := range o.Values {
			values = append(values, TagCount(c))
		}
		return []Overview{{o.Games, Extent(o.Plies), Extent(o.Ratings), o.First, o.Last, values}}, err
	})
}
