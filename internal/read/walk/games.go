// Package walk visits the frames of a file in order, several at once: all, those of a
// range of games, or those of games in any order. It reports gaps in the file, and goes
// on after damage.
package walk

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/chesszip/chesszip/internal/read/view"
)

// ErrNoGame reports that a file, or a part of it, has no game with the requested number.
var ErrNoGame = errors.New("chesszip: no such game")

// ViewOf returns the view that has a game, and its number in the view. The error is
// ErrNoGame.
func (p Part) ViewOf(ctx context.Context, game int64) (v *view.View, item int, err error) {
	from, to := p.Span()
	if game >= from && game < to {
		if v, item, ok := p.Frames.ViewOf(ctx, game); ok {
			return v, item, nil
		}
	}
	if from > 0 {
		return nil, 0, fmt.Errorf("%w: number %d of a part from %d to %d, counted from 0", ErrNoGame, game, from, to-1)
	}
	return nil, 0, fmt.Errorf("%w: number %d of %d, counted from 0", ErrNoGame, game, to)
}

// EachGame yields the results of look for the games of p with numbers from <= number <
// to, as Each does; p has segments of these games alone. Look gets the items low <= item <
// high of a view.
func EachGame[T any](
	ctx context.Context, p Part, from, to int64,
	look func(v *view.View, low, high int) ([]T, error), yield func(T, error) bool,
) {
	Each(ctx, p, func(_ context.Context, v *view.View) ([]T, error) {
		first, n := v.First(), int64(v.Items())
		low := max(0, from-first)
		high := max(low, min(n, to-first))
		if high-low < n {
			v.Keep()
		}
		return look(v, int(low), int(high))
	}, yield)
}

// PieceOf returns the text of a piece of a view that belongs to the games with numbers
// from <= number < to; these include a game of the view. Text outside games belongs to a
// range from math.MinInt64.
func PieceOf(v *view.View, piece int, from, to int64) ([]byte, error) {
	first, n := v.First(), int64(v.Items())
	switch {
	case n == 0 && from > math.MinInt64:
		return nil, nil // text outside games
	case piece > 0 || n == 0 || first >= from && first+n <= to:
		return v.Piece(piece)
	case to-from == 1:
		return v.Text(int(from - first))
	}
	return v.Between(int(max(0, from-first)), int(min(n, to-first)))
}
