package chesszip

import (
	"context"

	"github.com/chesszip/chesszip/board"
)

// Explore counts what the games that q means, nil for all, have made of a position,
// by the rule of repetition; variations do not count. Moves are replayed as far as
// the position may still come: those of the index, if there is one, see
// IndexPositions, or those of the frames; of a game of more than 16 MiB, those of its
// first 16 MiB. Results, ratings and years come from the index, see IndexNumbers, or
// from the tags.
//
// The error is ErrQuery for a malformed query, and then there is no answer; or damage,
// and then the answer is of the games in the archives of the file that can be read,
// up to it.
func (a *Archive) Explore(ctx context.Context, p board.Position, q *Query) (*Explored, error) {
	e, err := NewExplorer(p, q, nil)
	if err != nil {
		return nil, err
	}
	e.Next()
	err = e.Add(ctx, a, 0)
	return e.Tree(), err
}
