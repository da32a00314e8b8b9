package facts

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Statistics give the facts that all games of a frame share.
type Statistics struct {
	index.Statistics
	Filter func() []byte // returns the filter of names
}

// Number returns a range, or the ranges of a set.
func (s *Statistics) Number(k open.Column) Number {
	of, has, set, step := s.Ratings, Maybe, uint64(0), 1
	switch k {
	case open.Plies:
		of, has = s.Plies, Yes
	case open.Result:
		set, has = uint64(s.Results), Yes
	case open.ECO:
		set, step = s.ECO, 10
	}
	var in []Range
	if set == 0 && of.Known && k != open.Result && k != open.ECO {
		in = append(in, Range{Min: limited(of.Min), Max: limited(of.Max)})
	}
	for ; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set) * step
		in = append(in, Range{Min: n, Max: n + step - 1})
	}
	if in == nil {
		has = No
	}
	return Number{In: in, Has: has}
}

// Days returns the ranges of the first and the last possible days of the games.
func (s *Statistics) Days() Days {
	if !s.Dates.Known {
		return Days{}
	}
	return Days{First: Range{Max: limited(s.Dates.Max)}, Last: Range{Min: limited(s.Dates.Min), Max: MaxInt}, Has: Maybe}
}

// Match reports No for names that no player has.
func (s *Statistics) Match(tag string, m *Matcher) Truth {
	if !slices.Contains(players[:], tag) || len(m.Words) == 0 {
		return Maybe
	}
	if s.Names == nil {
		s.Names = s.Filter()
	}
	lacks := func(hash uint64) bool { return !s.MayHaveName(hash) }
	if slices.ContainsFunc(m.Words, func(all []uint64) bool { return !slices.ContainsFunc(all, lacks) }) {
		return Maybe
	}
	return No
}

// Opening implements Source: statistics do not tell.
func (s *Statistics) Opening(int, []bool) (o *openings.Opening, known bool) { return nil, false }

// limited returns a number for a Range.
func limited(n uint64) int { return int(min(n, MaxInt)) }
