package chesszip

import (
	"context"
	"io"
	"iter"
	"math"

	"github.com/chesszip/chesszip/internal/copying"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/outline"
	"github.com/chesszip/chesszip/internal/search"
)

// Headers returns what the tags of all games say, in their order, and what is
// damaged at its place. It decodes tags only.
func (a *Archive) Headers(ctx context.Context) iter.Seq2[Header, error] {
	// Not Filter, so that a program that asks no queries does not carry them.
	return func(yield func(Header, error) bool) {
		outline.Headers(ctx, a.walked(), func(g outline.Game, err error) bool { return yield(Header(g), err) })
	}
}

// Filter returns what the tags of the games that q means say, nil meaning all, in
// their order, and what is damaged at its place. It decodes tags only, and passes
// over frames of which the index says that they hold no such game. The error is
// ErrQuery for a malformed query, or damage.
func (a *Archive) Filter(ctx context.Context, q *Query) iter.Seq2[Header, error] {
	return asked(q, func(f *search.Filter, yield func(Header, error) bool) {
		search.Headers(ctx, a.walked(), f, newHeader, yield)
	})
}

// FilterGames returns the texts of the games that q means, as Filter does;
// frames without any are not decoded further than their tags.
func (a *Archive) FilterGames(ctx context.Context, q *Query) iter.Seq2[GameText, error] {
	if f, err := compile(q); err == nil && f.All() {
		return a.All(ctx)
	}
	return asked(q, func(f *search.Filter, yield func(GameText, error) bool) {
		search.Games(ctx, a.walked(), f, func(g search.Game, err error) bool { return yield(GameText(g), err) })
	})
}

// CopyFiltered writes the texts of the games that q means, one after the other,
// in bounded memory whatever their length. It returns the number of bytes
// written, and the error of w, that of FilterGames, or the first damage: games behind
// it are written nevertheless.
func (a *Archive) CopyFiltered(ctx context.Context, w io.Writer, q *Query) (written int64, err error) {
	f, err := compile(q)
	switch {
	case err != nil:
		return 0, ctxio.Instead(ctx, err)
	case f.All():
		return a.Copy(ctx, w, math.MinInt64, math.MaxInt64)
	}
	out := a.outputTo(ctx, w)
	search.EachSome(ctx, a.walked(), f, func(v *frameview.View, items []int) ([]copying.Items, error) {
		found, err := out.Items(v, items)
		return []copying.Items{found}, err
	}, out.Take)
	return out.End()
}

// FilterCount returns the number of games that q means. With damage as an error, it
// is the number of those in the archives of the file that can be read, up to it.
func (a *Archive) FilterCount(ctx context.Context, q *Query) (int64, error) {
	f, err := compile(q)
	switch {
	case err != nil:
		return 0, err
	case f.All():
		return a.Games(), a.firstGap()
	}
	return search.Count(ctx, a.walked(), f)
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
	return hits(p, q, func(m *search.Matcher, f *search.Filter, yield func(search.Hit, error) bool) {
		m.Hits(ctx, a.walked(), f, yield)
	})
}

// FindPlaces returns what Find does, without the texts of the games, which takes a
// fraction of the time where many have the pattern.
func (a *Archive) FindPlaces(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return hits(p, q, func(m *search.Matcher, f *search.Filter, yield func(search.Hit, error) bool) {
		m.Bare(ctx, a.walked(), f, yield)
	})
}

// FindCount returns the number of games that Find would give, without decoding
// their texts; with damage as an error, see FilterCount.
func (a *Archive) FindCount(ctx context.Context, p *Pattern, q *Query) (int64, error) {
	f, err := compile(q)
	if err != nil {
		return 0, err
	}
	m, err := p.compiled()
	if err != nil {
		return 0, err
	}
	return m.Count(ctx, a.walked(), f)
}

// asked yields what look gives for q, which is read when the loop begins.
func asked[T any](q *Query, look func(f *search.Filter, yield func(T, error) bool)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		f, err := compile(q)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		look(f, yield)
	}
}

// hits yields what look finds for p and q.
func hits(p *Pattern, q *Query, look func(m *search.Matcher, f *search.Filter, yield func(search.Hit, error) bool)) iter.Seq2[Hit, error] {
	return asked(q, func(f *search.Filter, yield func(Hit, error) bool) {
		m, err := p.compiled()
		if err != nil {
			yield(Hit{}, err)
			return
		}
		look(m, f, func(h search.Hit, err error) bool {
			return yield(Hit{GameText(h.Game), h.Ply, h.Steps}, err)
		})
	})
}

// compiled returns what p was understood as. The error is that of an empty pattern for
// one that is nil or zero.
func (p *Pattern) compiled() (*search.Matcher, error) {
	if p == nil || p.matcher == nil {
		_, err := ParsePattern("")
		return nil, err
	}
	return p.matcher, nil
}

// compile makes a filter of a query, nil standing for one that asks nothing.
func compile(q *Query) (*search.Filter, error) {
	f, err := search.Compile(q.terms())
	return f, queryError(err)
}
