package chesszip

import (
	"context"
	"iter"
	"slices"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/outline"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Outline returns White, Black, WhiteElo, BlackElo, Date, Result, ECO and Event of game i,
// as far as it has them and they say something, and its length. Result is the result of the
// game: where the tag says none or "*", the one that ends the moves. Of an archive with players
// and numbers in its index they come from there, in a small part of the time that
// Tags takes, else from the tags. Dates are written as 2013.01.24, 2013.01.?? or
// 2013.??.??. The errors are those of Tags.
func (a *Archive) Outline(ctx context.Context, i int64) (h Header, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return h, err
	}
	// A segment of the archive knows its index frame.
	frame := v.Segment().Frame
	if at, ok := slices.BinarySearchFunc(a.all.Segments, frame, func(s view.Segment, n int) int { return s.Frame - n }); ok {
		v = a.all.Frames.View(ctx, a.all.Segments[at])
	}
	ok, err := outline.Indexed(v, item, item+1, nil, nil, func(g outline.Game) { h = Header(g) })
	if err := keepFirst(ctxio.Err(ctx), err); err != nil || ok {
		return h, err
	}
	if v, item, err = a.viewOf(ctx, i); err != nil {
		return h, err
	}
	v.Keep()
	defer v.Done()
	err = v.TagsOf(item, func(tags []tagvalue.Tag, facts tagvalue.Facts) {
		g := outline.NewGame(i, tags, facts.Plies)
		h = Header(g.Outline(facts.Result, nil))
	})
	return h, keepFirst(ctxio.Err(ctx), err)
}

// Outlines returns what Outline does of the games that q means, nil for all, from number
// from up to, not including, to, and behind that the values that they have of more tags;
// and what is damaged at its place: of neighbours in a small part of the time. Of these
// tags an index may have Opening, TimeControl and Termination, and Site; they and all
// others are read of the games, without the tags that are not asked for. The error is
// ErrQuery for a malformed query, or damage.
func (a *Archive) Outlines(ctx context.Context, q *Query, from, to int64, more ...string) iter.Seq2[Header, error] {
	f, err := compile(q)
	if err != nil {
		return func(yield func(Header, error) bool) { yield(Header{}, err) }
	}
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsAll, func(v *view.View, low, high int, _ int64) (found []Header, err error) {
		meant, any, err := f.Meant(v, low, high)
		if err != nil || !any {
			return nil, err
		}
		err = outline.Each(v, low, high, meant, more, func(g outline.Game) { found = append(found, Header(g)) })
		return found, err
	})
}

// GameNumbers is what numbers say of a game: ratings, date, result, ECO code and length.
type GameNumbers struct {
	Number             int64  // of the game, from 0
	WhiteElo, BlackElo int    // 0 for one that is not known
	Year, Month, Day   int    // of the tag Date or, where that has no year, UTCDate; 0 for what is not known
	Result             string // "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
	ECO                string // such as "B90", "" where it is not known
	Plies              int    // as of Header
}

// FilterNumbers returns what numbers say of the games that q means, nil for all, in
// their order, and what is damaged at its place. Of an archive with numbers in its
// index, see IndexNumbers, they come from there: of 100,000 games in some milliseconds.
// Else tags are decoded. The error is ErrQuery for a malformed query, or damage.
func (a *Archive) FilterNumbers(ctx context.Context, q *Query) iter.Seq2[GameNumbers, error] {
	return asked(q, func(f *query.Filter, yield func(GameNumbers, error) bool) {
		query.EachSome(ctx, a.all, f, func(v *view.View, items []int) ([]GameNumbers, error) {
			found, n := make([]GameNumbers, len(items)), 0
			err := outline.FillNumbers(v, items, func() *outline.Numbers {
				n++
				return (*outline.Numbers)(&found[n-1])
			})
			return found[:n], err
		}, yield)
	})
}

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
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsAll, func(v *view.View, low, high int, _ int64) ([]Overview, error) {
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
