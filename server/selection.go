package server

import (
	"context"
	"math/bits"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip"
)

// selection is the games of a file that a query means: a set of their numbers, and how
// many there are of each kind. All of a file is no set.
type selection struct {
	set   []word // in the order of the games; nil for all of the file
	count int64
	facets
}

// word is which of 64 games are in a set. A set has memory for the games that it holds,
// not for those that an index claims.
type word struct {
	first int64  // number of the first of the 64, a multiple of 64
	games uint64 // a bit for each
}

func (x *selection) size() int { return 16*len(x.set) + x.facets.size() }

// at returns the numbers of up to n games from the one of rank from on, both from 0.
func (x *selection) at(from, n int64) []int64 {
	var found []int64
	if x.set == nil {
		for i := from; i < min(from+n, x.count); i++ {
			found = append(found, i)
		}
		return found
	}
	for _, w := range x.set {
		if int64(len(found)) == n {
			break
		}
		if c := int64(bits.OnesCount64(w.games)); from >= c {
			from -= c
			continue
		}
		for ; w.games != 0 && int64(len(found)) < n; w.games &= w.games - 1 {
			if from > 0 {
				from--
				continue
			}
			found = append(found, w.first+int64(bits.TrailingZeros64(w.games)))
		}
	}
	return found
}

// insert adds a game behind those that the set holds.
func (x *selection) insert(number int64) {
	first := number &^ 63
	if n := len(x.set); n == 0 || x.set[n-1].first != first {
		x.set = append(x.set, word{first: first})
	}
	x.set[len(x.set)-1].games |= 1 << (number - first)
}

// wholeFile is the selection of all games of a file, without facets.
func (s *site) wholeFile(file int) *selection {
	return &selection{count: s.files[file].Archive.Games()}
}

// selected returns what a query means in a file, text being its form. With facets of a
// query without terms, all games are looked at.
func (s *site) selected(ctx context.Context, file int, q *chesszip.Query, text string, facets bool) (*selection, error) {
	if text == "" && !facets {
		return s.wholeFile(file), nil
	}
	key := strconv.Itoa(file) + " " + text
	return s.selections.get(ctx, key, func(ctx context.Context) (*selection, error) {
		return inTurn(ctx, s.searches, func() (*selection, error) {
			x, err := look(ctx, s.files[file].Archive, q)
			return x, s.in(file, err)
		})
	})
}

// look looks through an archive for the games of a query.
func look(ctx context.Context, a *chesszip.Archive, q *chesszip.Query) (*selection, error) {
	x := &selection{facets: newFacets()}
	if len(q.Terms) > 0 {
		x.set = []word{}
	}
	for g, err := range a.FilterNumbers(ctx, q) {
		if err != nil {
			return nil, err
		}
		x.count++
		x.add(&g)
		if x.set != nil {
			x.insert(g.Number)
		}
	}
	return x, ctx.Err()
}

// ranges reads what the parameter games means: ids by commas, or two with a double dot
// between them, such as 1-17,1-20..1-30. They are in order, of one file after the other.
func (s *site) ranges(text string) (found [][2]place, err error) {
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
		if to.file != from.file || to.number < from.number {
			return nil, bad("games: %q is no range", part)
		}
		found = append(found, [2]place{from, {to.file, to.number + 1}})
		if len(found) > maxRanges {
			return nil, bad("games: more than %d", maxRanges)
		}
	}
	return found, nil
}

// maxRanges is how many games or ranges of games a download names at most.
const maxRanges = 1000
