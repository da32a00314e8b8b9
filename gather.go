package chesszip

import (
	"cmp"
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/extsort"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/search"
)

// ErrTemporary says that a temporary file could not be written or read.
var ErrTemporary = extsort.Err

// gathered is a game that was read to be sorted or compared.
type gathered[T any] struct {
	number int64
	text   []byte
	huge   *frameview.View // in place of text, where that is not held in memory
	facts  T
	err    error // damage, in place of a game
}

// gather calls take with the games of an archive that q means, in their order, and with
// what read makes of each text, several at once. Reader returns a read, which is used by
// one goroutine. Of a game that is not held in memory, read gets the beginning. What is
// damaged is passed over; the first of it is the error, unless there is another one.
func gather[T any](
	ctx context.Context, a *Archive, q *Query,
	reader func(v *frameview.View) (read func(text []byte) T),
	take func(g *gathered[T]) error,
) error {
	var damage, gap, failed error
	look := func(v *frameview.View, _ *search.Matcher, f *search.Filter) ([]gathered[T], error) {
		games, err := gatherView(v, f, reader(v))
		if err != nil && isDamage(err) {
			return append(games, gathered[T]{err: err}), nil
		}
		return games, err
	}
	eachFiltered(ctx, a, nil, q, look, func(g gathered[T], err error) bool {
		switch {
		case err != nil && !isDamage(err):
			failed = keepFirst(failed, err)
		case errors.As(err, new(*GapError)):
			gap = keepFirst(gap, err)
		case err != nil:
			damage = keepFirst(damage, err)
		case g.err != nil:
			damage = keepFirst(damage, g.err)
		default:
			failed = take(&g)
		}
		return failed == nil
	})
	return ctxio.Instead(ctx, cmp.Or(failed, damage, gap))
}

// gatherView returns the games of a view that f means.
func gatherView[T any](v *frameview.View, f *search.Filter, read func(text []byte) T) ([]gathered[T], error) {
	items, err := f.Items(v)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	if v.Huge() {
		head, err := v.Head()
		if err != nil {
			return nil, err
		}
		return []gathered[T]{{number: v.First(), huge: v, facts: read(head)}}, nil
	}
	texts, err := v.Some(items)
	games := make([]gathered[T], len(texts))
	for i, text := range texts {
		games[i] = gathered[T]{number: v.First() + int64(items[i]), text: text, facts: read(text)}
	}
	return games, err
}
