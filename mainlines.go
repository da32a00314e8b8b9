package chesszip

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/frameview"
)

// MainLine is a game without its text.
type MainLine struct {
	Number int64 // from 0
	// Known is false for a game whose start position or variant is not known, and then
	// the Game is empty.
	Known bool
	// Game is where the game starts, and its moves outside variations, up to its end or
	// to what is no legal move.
	gamestate.Game
	Result string // of the Result tag: "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
}

// MainLines returns the main lines of the games from number from up to, not including,
// to, in their order, and what is damaged at its place. It makes no texts: moves and
// results are those of the index where it has them (IndexPositions, IndexNumbers), and
// those of the frames elsewhere; of a game of more than 16 MiB, those of its first
// 16 MiB. The errors are those of Range.
func (a *Archive) MainLines(ctx context.Context, from, to int64) iter.Seq2[MainLine, error] {
	return func(yield func(MainLine, error) bool) {
		low, high := a.Span()
		from, to := max(from, low), min(to, high)
		each(ctx, a, a.segmentsOf(from, to), func(_ context.Context, v *frameview.View) ([]MainLine, error) {
			first, n := v.First(), int64(v.Items())
			low := max(0, from-first)
			high := max(low, min(n, to-first))
			if high-low < n {
				v.Keep()
				defer v.Done()
			}
			found, err := v.MainLines(int(low), int(high))
			lines := make([]MainLine, len(found))
			for i, l := range found {
				lines[i] = MainLine{first + low + int64(i), l.Known, gamestate.Game{Start: l.Start, Moves: l.Moves}, l.Result.String()}
			}
			return lines, err
		}, yield)
	}
}
