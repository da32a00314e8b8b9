package chesszip

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/outline"
	"github.com/chesszip/chesszip/internal/search"
)

// GameNumbers is what numbers say of a game: ratings, date, result, ECO code and length.
type GameNumbers struct {
	Number             int64  // of the game, from 0
	WhiteElo, BlackElo int    // 0 for one that is not known
	Year, Month, Day   int    // of the tag Date or, where that has no year, UTCDate; 0 for what is not known
	Result             string // "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
	ECO                string // such as "B90", "" where it is not known
	Plies              int    // as of Header
}

// FilterNumbers returns what numbers say of the games that q means, nil for all, in
// their order, and what is damaged at its place. Of an archive with numbers in its
// index, see IndexNumbers, they come from there: of 100,000 games in some milliseconds.
// Else tags are decoded. The error is ErrQuery for a malformed query, or damage.
func (a *Archive) FilterNumbers(ctx context.Context, q *Query) iter.Seq2[GameNumbers, error] {
	return func(yield func(GameNumbers, error) bool) {
		eachFiltered(ctx, a, nil, q, func(v *frameview.View, _ *search.Matcher, f *search.Filter) ([]GameNumbers, error) {
			items, err := f.Items(v)
			if err != nil || len(items) == 0 {
				return nil, err
			}
			found, n := make([]GameNumbers, len(items)), 0
			err = outline.FillNumbers(v, items, func() *outline.Numbers {
				n++
				return (*outline.Numbers)(&found[n-1])
			})
			return found[:n], err
		}, yield)
	}
}
