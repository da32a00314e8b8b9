package query

import (
	"cmp"
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/pgn"
)

// Within returns the segments of p that may hold matching games, according to their
// statistics.
func (f *Filter) Within(p walk.Part) walk.Part {
	p = p.WithGames()
	if !f.asksIndex {
		return p
	}
	return p.Without(func(s view.Segment) bool {
		return f.Excludes(p.Frames.Statistics(s.Frame), func() []byte { return p.Frames.Filter(s.Frame) })
	})
}

// Each yields the results of look for the views of p that may hold matching games, as
// walk.Each does.
func Each[T any](ctx context.Context, p walk.Part, f *Filter, look func(v *view.View) ([]T, error), yield func(T, error) bool) {
	walk.Each(ctx, f.Within(p), func(_ context.Context, v *view.View) ([]T, error) { return look(v) }, yield)
}

// EachSome is Each for the views that hold matching games: look gets these items, at
// least one, in increasing order.
func EachSome[T any](ctx context.Context, p walk.Part, f *Filter, look func(v *view.View, items []int) ([]T, error), yield func(T, error) bool) {
	Each(ctx, p, f, func(v *view.View) ([]T, error) {
		items, err := f.Items(v)
		if err != nil || len(items) == 0 {
			return nil, err
		}
		return look(v, items)
	}, yield)
}

// Headers yields the results of header for the matching games of p, as Each does.
// Several goroutines call header at once; it must not keep the tags.
func Headers[T any](ctx context.Context, p walk.Part, f *Filter, header func(number int64, tags []tagvalue.Tag, facts tagvalue.Facts) T, yield func(T, error) bool) {
	// Only frames with a matching game are worth decoding all tags.
	EachSome(ctx, p, f, func(v *view.View, items []int) (found []T, err error) {
		err = v.Tags(nil, true, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			if items[0] == item {
				items = items[1:]
				found = append(found, header(v.First()+int64(item), tags, facts))
			}
			return len(items) > 0
		})
		return found, err
	}, yield)
}

// Game is the text of a game, or the reason why it is not in memory.
type Game struct {
	Number int64 // in the file, from 0
	Text   []byte
	Err    error // pgn.ErrTooLong or nil
}

// GamesOf returns the games of a view with their texts; err is the error of reading
// these.
func GamesOf(v *view.View, items []int, texts [][]byte, err error) ([]Game, error) {
	if errors.Is(err, pgn.ErrTooLong) {
		return []Game{{Number: v.First() + int64(items[0]), Err: err}}, nil // it is alone in its view
	}
	games := make([]Game, len(texts))
	for k, text := range texts {
		games[k] = Game{Number: v.First() + int64(items[k]), Text: text}
	}
	return games, err
}

// Games yields the matching games of p, as Each does. Of frames without any, only tags
// are decoded.
func Games(ctx context.Context, p walk.Part, f *Filter, yield func(Game, error) bool) {
	EachSome(ctx, p, f, func(v *view.View, items []int) ([]Game, error) {
		texts, err := v.Some(items)
		return GamesOf(v, items, texts, err)
	}, yield)
}

// Count returns the number of matching games of p. With an error, which is damage or
// that of Each, it counts those that were found nevertheless.
func Count(ctx context.Context, p walk.Part, f *Filter) (int64, error) {
	return count(ctx, p, f, func(v *view.View) ([]int, error) {
		items, err := f.Items(v)
		return []int{len(items)}, err
	})
}

// count adds up the numbers of items that look returns.
func count(ctx context.Context, p walk.Part, f *Filter, look func(v *view.View) ([]int, error)) (n int64, err error) {
	Each(ctx, p, f, look, func(found int, e error) bool {
		n, err = n+int64(found), cmp.Or(err, e)
		return true
	})
	return n, err
}
