package answers

import (
	"context"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
)

// wholeFile is the selection of all games of a file, without facets.
func (s *Site) wholeFile(file int) *selection {
	return &selection{count: s.files[file].Archive.NumGames()}
}

// selected returns the games of a file that match a query; text is its canonical form.
// With facets of a query without terms, it examines all games.
func (s *Site) selected(ctx context.Context, file int, q *chesszip.Query, text string, facets bool) (*selection, error) {
	if text == "" && !facets {
		return s.wholeFile(file), nil
	}
	key := strconv.Itoa(file) + " " + text
	return s.selections.Get(ctx, key, func(ctx context.Context) (*selection, error) {
		return inTurn(ctx, s.searches, func() (*selection, error) {
			x, err := look(ctx, s.files[file].Archive, q)
			return x, s.in(file, err)
		})
	})
}

// look searches an archive for the games of a query.
func look(ctx context.Context, a *chesszip.Archive, q *chesszip.Query) (*selection, error) {
	if len(q.Terms) == 0 {
		counts, err := a.Summary(ctx)
		if err != nil {
			return nil, err
		}
		return &selection{counts: counts, count: counts.Games}, nil
	}
	x := &selection{counts: chesszip.NewSummary(), set: new(gamelist.Set)}
	for g, err := range a.Games().Where(q).Rows(ctx, chesszip.FieldNumbers) {
		if err != nil {
			return nil, err
		}
		x.count++
		x.counts.Add(&g)
		x.set.Insert(g.Number)
	}
	return x, ctx.Err()
}

// ranges parses the parameter games: ids separated by commas, or two with a double dot
// between them, such as 1-17,1-20..1-30. The result is in order, one file after the
// other.
func (s *Site) ranges(text string) (found [][2]Place, err error) {
	for part := range strings.SplitSeq(text, ",") {
		first, last, ok := strings.Cut(part, "..")
		if !ok {
			last = first
		}
		from, err := s.placeOf(first)
		if err != nil {
			return nil, err
		}
		to, err := s.placeOf(last)
		if err != nil {
			return nil, err
		}
		if to.File != from.File || to.Number < from.Number {
			return nil, Bad("games: %q is no range", part)
		}
		found = append(found, [2]Place{from, {to.File, to.Number + 1}})
		if len(found) > maxRanges {
			return nil, Bad("games: more than %d", maxRanges)
		}
	}
	return found, nil
}

// maxRanges is the greatest number of games and ranges in a download.
const maxRanges = 1000
