package chesszip

import (
	"cmp"
	"context"
	"io"
	"iter"
	"math"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/copying"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Headers returns what the tags of all games say, in their order, and what is
// damaged at its place. It decodes tags only.
func (a *Archive) Headers(ctx context.Context) iter.Seq2[Header, error] {
	// Not Filter, so that a program that asks no queries does not carry them.
	return func(yield func(Header, error) bool) {
		all := a.walked().WithGames()
		all.Reads = framewalk.ReadsItems
		framewalk.Each(ctx, all, func(_ context.Context, v *frameview.View) (found []Header, err error) {
			if err := v.Check(); err != nil {
				return nil, err
			}
			err = v.Tags(nil, true, func(item int, tags []tagvalue.Tag, plies int) bool {
				found = append(found, newHeader(v.First()+int64(item), tags, plies))
				return true
			})
			return found, err
		}, yield)
	}
}

// Filter returns what the tags of the games that q means say, nil meaning all, in
// their order, and what is damaged at its place. It decodes tags only, and passes
// over frames of which the index says that they hold no such game. The error is
// ErrQuery for a malformed query, or damage.
func (a *Archive) Filter(ctx context.Context, q *Query) iter.Seq2[Header, error] {
	return func(yield func(Header, error) bool) {
		eachFiltered(ctx, a, nil, q, func(v *frameview.View, _ *search.Matcher, f *search.Filter) (found []Header, err error) {
			// Only frames that have such a game are worth all their tags.
			items, err := f.Items(v)
			if err != nil || len(items) == 0 {
				return nil, err
			}
			err = v.Tags(nil, true, func(item int, tags []tagvalue.Tag, plies int) bool {
				if items[0] == item {
					items = items[1:]
					found = append(found, newHeader(v.First()+int64(item), tags, plies))
				}
				return len(items) > 0
			})
			return found, err
		}, yield)
	}
}

// FilterGames returns the texts of the games that q means, as Filter does;
// frames without any are not decoded further than their tags.
func (a *Archive) FilterGames(ctx context.Context, q *Query) iter.Seq2[GameText, error] {
	if f, err := compile(q); err == nil && f.All() {
		return a.All(ctx)
	}
	return func(yield func(GameText, error) bool) {
		eachFiltered(ctx, a, nil, q, func(v *frameview.View, _ *search.Matcher, f *search.Filter) ([]GameText, error) {
			items, err := f.Items(v)
			if err != nil || len(items) == 0 {
				return nil, err
			}
			texts, err := v.Some(items)
			games := make([]GameText, len(texts))
			for k, text := range texts {
				games[k] = GameText{v.First() + int64(items[k]), text}
			}
			return games, err
		}, yield)
	}
}

// CopyFiltered writes the texts of the games that q means, one after the other,
// in bounded memory whatever their length. It returns the number of bytes
// written, and the error of w, that of FilterGames, or the first damage: games behind
// it are written nevertheless.
func (a *Archive) CopyFiltered(ctx context.Context, w io.Writer, q *Query) (written int64, err error) {
	if f, err := compile(q); err == nil && f.All() {
		return a.Copy(ctx, w, math.MinInt64, math.MaxInt64)
	}
	out := a.outputTo(ctx, w)
	eachFiltered(ctx, a, nil, q, func(v *frameview.View, _ *search.Matcher, f *search.Filter) ([]copying.Items, error) {
		items, err := f.Items(v)
		if err != nil || len(items) == 0 {
			return nil, err
		}
		found, err := out.Items(v, items)
		return []copying.Items{found}, err
	}, out.Take)
	return out.End()
}

// FilterCount returns the number of games that q means. With damage as an error, it
// is the number of those in the archives of the file that can be read, up to it.
func (a *Archive) FilterCount(ctx context.Context, q *Query) (int64, error) {
	if f, err := compile(q); err == nil && f.All() {
		return a.Games(), a.firstGap()
	}
	return a.count(ctx, nil, q, func(v *frameview.View, _ *search.Matcher, f *search.Filter) ([]int, error) {
		items, err := f.Items(v)
		return []int{len(items)}, err
	})
}

// lookup is what a search does with the games of a view.
type lookup[T any] func(v *frameview.View, m *search.Matcher, f *search.Filter) ([]T, error)

// eachFiltered looks up, with p, if there is one, and q compiled, in the views
// that may hold games that q means, and yields what is found in order.
func eachFiltered[T any](ctx context.Context, a *Archive, p *Pattern, q *Query, look lookup[T], yield func(T, error) bool) {
	var m *search.Matcher
	f, err := compile(q)
	if err == nil && p != nil {
		if m = p.matcher; m == nil {
			_, err = ParsePattern("")
		}
	}
	if err != nil {
		var none T
		yield(none, err)
		return
	}
	framewalk.Each(ctx, a.segmentsFor(f), func(_ context.Context, v *frameview.View) ([]T, error) { return look(v, m, f) }, yield)
}

// count adds up what is found in the views.
func (a *Archive) count(ctx context.Context, p *Pattern, q *Query, look lookup[int]) (n int64, err error) {
	eachFiltered(ctx, a, p, q, look, func(count int, e error) bool {
		n, err = n+int64(count), keepFirst(err, e)
		return true
	})
	return n, err
}

// segmentsFor returns the segments that may hold games that f means.
func (a *Archive) segmentsFor(f *search.Filter) framewalk.Part {
	all := a.walked().WithGames()
	if f.AsksIndex() {
		all.Reads = framewalk.ReadsIndexes
	}
	if !f.AsksStatistics() {
		return all
	}
	return all.Without(func(s frameview.Segment) bool { return f.Excludes(a.frames.Statistics(s.Frame)) })
}

// Find returns the games that q means, nil for all, and that have a pattern on
// the board, in their order, and what is damaged at its place. Moves are
// replayed as far as the pattern may still come: those of the index, if there
// is one, see IndexPositions, or those of the frames; of a game of more than
// 16 MiB, those of its first 16 MiB. The error is ErrQuery for a malformed
// pattern or query, damage, or ErrLimit for a game of more than 16 MiB that has
// the pattern. A nil Pattern is an empty one, which is malformed: whoever asks for
// no position has Filter.
func (a *Archive) Find(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	p = cmp.Or(p, &Pattern{})
	return func(yield func(Hit, error) bool) {
		// Where most frames have many of the games, texts are decoded at once,
		// instead of moves first.
		var many atomic.Bool
		eachFiltered(ctx, a, p, q, func(v *frameview.View, m *search.Matcher, f *search.Filter) ([]Hit, error) {
			places, err := m.Find(v, f, many.Load())
			if err != nil {
				return nil, err
			}
			if !v.Huge() {
				many.Store(!v.Few(len(places)))
			}
			return hitsOf(v, places)
		}, yield)
	}
}

// hitsOf returns the games of a view at places.
func hitsOf(v *frameview.View, places []search.Place) ([]Hit, error) {
	var items []int
	for _, at := range places {
		if at.Text == nil {
			items = append(items, at.Item)
		}
	}
	var texts [][]byte
	if len(items) > 0 {
		var err error
		if texts, err = v.Some(items); err != nil {
			return nil, err
		}
	}
	hits := make([]Hit, len(places))
	for k, at := range places {
		if at.Text == nil {
			at.Text, texts = texts[0], texts[1:]
		}
		hits[k] = Hit{GameText{v.First() + int64(at.Item), at.Text}, at.Steps[len(at.Steps)-1], at.Steps}
	}
	return hits, nil
}

// FindPlaces returns what Find does, without the texts of the games, which takes a
// fraction of the time where many have the pattern.
func (a *Archive) FindPlaces(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	p = cmp.Or(p, &Pattern{})
	return func(yield func(Hit, error) bool) {
		eachFiltered(ctx, a, p, q, func(v *frameview.View, m *search.Matcher, f *search.Filter) ([]Hit, error) {
			places, err := m.Find(v, f, false)
			hits := make([]Hit, len(places))
			for k, at := range places {
				hits[k] = Hit{GameText{Number: v.First() + int64(at.Item)}, at.Steps[len(at.Steps)-1], at.Steps}
			}
			return hits, err
		}, yield)
	}
}

// FindCount returns the number of games that Find would give, without decoding
// their texts; with damage as an error, see FilterCount.
func (a *Archive) FindCount(ctx context.Context, p *Pattern, q *Query) (int64, error) {
	p = cmp.Or(p, &Pattern{})
	return a.count(ctx, p, q, func(v *frameview.View, m *search.Matcher, f *search.Filter) ([]int, error) {
		places, err := m.Find(v, f, false)
		return []int{len(places)}, err
	})
}

// compile makes a filter of a query, nil standing for one that asks nothing.
func compile(q *Query) (*search.Filter, error) {
	f, err := search.Compile(q.terms())
	return f, queryError(err)
}
