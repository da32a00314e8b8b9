// Package walk walks over the frames of a file in their order, several at once: over
// all, over those of a range of games, or over those of games in any order. It tells gaps
// in the file, and goes on behind damage.
package walk

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/chesszip/chesszip/internal/read/view"
)

// ErrNoGame says that a file, or a part of it, has no game of the number asked for.
var ErrNoGame = errors.New("chesszip: no such game")

// ViewOf returns the view in which a game is, and its number there. The error is
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

// EachGame yields what look makes of the games of p from number from up to, not including,
// to, as Each does: of those of a view from low up to high there, the first of which is
// game number. Reads says what look reads.
func EachGame[T any](
	ctx context.Context, p Part, from, to int64, reads Reads,
	look func(v *view.View, low, high int, number int64) ([]T, error),
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		low, high := p.Span()
		from, to := max(from, low), min(to, high)
		some := p.OfGames(from, to)
		some.Reads = reads
		Each(ctx, some, func(_ context.Context, v *view.View) ([]T, error) {
			first, n := v.First(), int64(v.Items())
			low := max(0, from-first)
			high := max(low, min(n, to-first))
			if high-low < n {
				v.Keep()
			}
			return look(v, int(low), int(high), first+low)
		}, yield)
	}
}

// PieceOf returns what a piece of a view holds of the games from number from up to, not
// including, to; at least one game of the view is among these. Text that is of no game
// belongs to the range that has all of them, from math.MinInt64.
func PieceOf(v *view.View, piece int, from, to int64) ([]byte, error) {
	first, n := v.First(), int64(v.Items())
	switch {
	case n == 0 && from > math.MinInt64:
		return nil, nil // it is of no game
	case piece > 0 || n == 0 || first >= from && first+n <= to:
		return v.Piece(piece)
	case to-from == 1:
		return v.Text(int(from - first))
	}
	return v.Between(int(max(0, from-first)), int(min(n, to-first)))
}
