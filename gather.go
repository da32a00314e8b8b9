package chesszip

import (
	"cmp"
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/extsort"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/gamespool"
	"github.com/chesszip/chesszip/internal/search"
)

// ErrTemporary says that a temporary file could not be written or read.
var ErrTemporary = extsort.Err

// gather calls take with the games of an archive that q means, in their order, and with
// what read makes of each text, several at once. Reader returns a read, which is used by
// one goroutine. Of a game that is not held in memory, read gets the beginning. What is
// damaged is passed over; the first of it is the error, unless there is another one.
func gather[T any](
	ctx context.Context, a *Archive, q *Query,
	reader func(v *frameview.View) (read func(text []byte) T),
	take func(g *gamespool.Game, facts T) error,
) error {
	f, err := compile(q)
	if err != nil {
		return ctxio.Instead(ctx, err)
	}
	var damage, gap, failed error
	look := func(v *frameview.View) (games []gamespool.Known[T], err error) {
		items, err := f.Items(v)
		if err == nil {
			games, err = gamespool.Read(v, items, reader(v))
		}
		if err != nil && frameview.IsDamage(err) {
			return append(games, gamespool.Known[T]{Err: err}), nil
		}
		return games, err
	}
	search.Each(ctx, a.walked(), f, look, func(g gamespool.Known[T], err error) bool {
		switch {
		case err != nil && !frameview.IsDamage(err):
			failed = keepFirst(failed, err)
		case errors.As(err, new(*GapError)):
			gap = keepFirst(gap, err)
		case err != nil:
			damage = keepFirst(damage, err)
		case g.Err != nil:
			damage = keepFirst(damage, g.Err)
		default:
			failed = take(&g.Game, g.Facts)
		}
		return failed == nil
	})
	return ctxio.Instead(ctx, cmp.Or(failed, damage, gap))
}
