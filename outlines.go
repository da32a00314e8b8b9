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

// Outline returns the length of game i and its White, Black, WhiteElo, BlackElo, Date,
// Result, ECO and Event tags, without those that are absent or have no known value. If
// the Result tag is missing or "*", Result is the result that ends the moves. If the
// archive has an index of players and numbers, they come from there, in a small part of
// the time of Tags. Dates are written as 2013.01.24, 2013.01.?? or 2013.??.??. The
// errors are those of Tags.
func (a *Archive) Outline(ctx context.Context, i int64) (h Header, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return h, err
	}
	// A segment of the archive has its index frame.
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
		h = Header(outline.Of(i, tags, facts))
	})
	return h, keepFirst(ctxio.Err(ctx), err)
}

// Outlines returns the outlines of the games that match q, or of all if q is nil, with
// numbers from <= number < to, and errors at the places of damaged games. The values of
// the tags named in more follow those of Outline. Consecutive games take a small part of
// the time of single ones. An index may have the further tags Opening, TimeControl,
// Termination and Site; other tags are decoded, only those that are requested. The error
// is ErrQuery for a malformed query, or damage.
func (a *Archive) Outlines(ctx context.Context, q *Query, from, to int64, more ...string) iter.Seq2[Header, error] {
	f, err := compile(q)
	if err != nil {
		return func(yield func(Header, error) bool) { yield(Header{}, err) }
	}
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsUnknown, func(v *view.View, low, high int, _ int64) (found []Header, err error) {
		meant, any, err := f.Meant(v, low, high)
		if err != nil || !any {
			return nil, err
		}
		err = outline.Each(v, low, high, meant, more, func(g outline.Game) { found = append(found, Header(g)) })
		return found, err
	})
}

// GameNumbers are the numeric facts of a game: ratings, date, result, ECO code and
// length.
type GameNumbers struct {
	Number             int64  // of the game, from 0
	WhiteElo, BlackElo int    // 0 if not known
	Year, Month, Day   int    // of Date or, if that has no year, UTCDate; 0 if not known
	Result             string // "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
	ECO                string // such as "B90"; "" if not known
	Plies              int    // as in Header
}

// FilterNumbers returns the GameNumbers of the games that match q, or of all if q is
// nil, in their order, and errors at the places of damaged games. If the archive has
// numbers in its index, see ColumnNumbers, they come from there: 100,000 games in some
// milliseconds. Otherwise tags are decoded. The error is ErrQuery for a malformed query,
// or damage.
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

// Overview summarizes the outlines of some games.
type Overview struct {
	Games int64
	// Plies summarizes the half-moves of the games, Ratings the known ratings of both
	// players.
	Plies, Ratings Extent
	// First and Last are the earliest and the latest Date, "" if no game has one.
	First, Last string
	// Values has the number of games for each value of a tag.
	Values []TagCount
}

// TagCount is the number of games that have a value of a tag.
type TagCount struct {
	Tag, Value string
	Games      int64
}

// Extent is the number, the sum, the least and the greatest of some numbers; all 0 if N
// is 0.
type Extent struct {
	N, Sum   int64
	Min, Max int
}

// Add adds the numbers of o to e.
func (e *Extent) Add(o Extent) { (*outline.Extent)(e).Add(outline.Extent(o)) }

// Overviews summarizes the outlines of the games that match q, or of all if q is nil,
// and the values of the tags named in more. Each item covers some of the games, so the
// caller adds them up; several items may have the same value. If an index of players and
// numbers has everything, no tags are decoded. The errors are those of Outlines.
func (a *Archive) Overviews(ctx context.Context, q *Query, more ...string) iter.Seq2[Overview, error] {
	f, err := compile(q)
	if err != nil {
		return func(yield func(Overview, error) bool) { yield(Overview{}, err) }
	}
	from, to := a.Span()
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsUnknown, func(v *view.View, low, high int, _ int64) ([]Overview, error) {
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
