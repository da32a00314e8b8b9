package index

import (
	"encoding/binary"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
)

// Range is a range of numbers, both ends included. It is empty unless Known is set.
type Range struct {
	Min, Max uint64
	Known    bool
}

// Add widens r to include v.
func (r *Range) Add(v uint64) {
	if !r.Known {
		*r = Range{v, v, true}
		return
	}
	r.Min, r.Max = min(r.Min, v), max(r.Max, v)
}

// ResultBit returns the bit of a result in Statistics.Results.
func ResultBit(r tagvalue.Result) uint8 { return 1 << r }

// Statistics summarize all games of a frame. The zero Statistics are those of no games.
type Statistics struct {
	// Ratings is the range of both players' ratings, Plies that of the lengths of the
	// games.
	Ratings, Plies Range
	// Dates has as Min the earliest of the last possible days of the games, as Max the
	// latest of the first possible days. Min may be greater than Max.
	Dates Range
	// Results is a set of results, see ResultBit.
	Results uint8
	// ECO has bit 10*letter+digit set for codes with that letter and first digit.
	ECO uint64
	// Open is the set of the frame's open columns.
	Open open.Set
	// Names is a Bloom filter of the words of players' names, which stands elsewhere; nil if
	// they are not known.
	Names []byte
}

const (
	hasRatings = 1 << iota
	hasDates
	hasPlies
	hasResults
	hasECO
	hasOpen

	ecoBytes = 7
	ecoBits  = 50
)

// Append appends the encoding of s.
func (s *Statistics) Append(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, 0)
	has := func(bit byte, yes bool) bool {
		if yes {
			dst[at] |= bit
		}
		return yes
	}
	ends := func(bit byte, r Range, base uint64) {
		if has(bit, r.Known) {
			dst = binfmt.AppendUvarint(binfmt.AppendUvarint(dst, r.Min), r.Max-base)
		}
	}
	ends(hasRatings, s.Ratings, s.Ratings.Min)
	ends(hasDates, s.Dates, 0)
	ends(hasPlies, s.Plies, s.Plies.Min)
	if has(hasResults, s.Results != 0) {
		dst = append(dst, s.Results)
	}
	if has(hasECO, s.ECO != 0) {
		dst = binary.LittleEndian.AppendUint64(dst, s.ECO)
		dst = dst[:len(dst)-8+ecoBytes]
	}
	if has(hasOpen, s.Open != 0) {
		dst = append(dst, byte(s.Open))
	}
	return dst
}

// ParseStatistics parses the statistics that are all of src.
func ParseStatistics(src []byte) (s Statistics, err error) {
	if len(src) == 0 {
		return s, corrupt.New("frame statistics of no bytes")
	}
	has, rest := src[0], src[1:]
	number := func() (v uint64) {
		if err == nil {
			v, rest, err = binfmt.Uvarint(rest)
		}
		return v
	}
	take := func(n int) []byte {
		if len(rest) < n {
			err = corrupt.New("frame statistics are cut off")
			return make([]byte, n)
		}
		b := rest[:n]
		rest = rest[n:]
		return b
	}
	ends := func(bit byte) (r Range) {
		if has&bit != 0 {
			r = Range{number(), number(), true}
		}
		return r
	}
	s.Ratings, s.Dates, s.Plies = ends(hasRatings), ends(hasDates), ends(hasPlies)
	s.Ratings.Max += s.Ratings.Min
	s.Plies.Max += s.Plies.Min
	if has&hasResults != 0 {
		s.Results = take(1)[0]
	}
	if has&hasECO != 0 {
		s.ECO = binary.LittleEndian.Uint64(append(slices.Clip(take(ecoBytes)), 0))
	}
	if has&hasOpen != 0 {
		s.Open = open.Set(take(1)[0])
	}
	if err != nil {
		return Statistics{}, corrupt.In("frame statistics", err)
	}
	if has>>6 != 0 || has&hasOpen != 0 && (s.Open == 0 || s.Open > open.Names|open.Moves|open.Numbers) || len(rest) > 0 || s.ECO>>ecoBits != 0 || has&hasResults != 0 && s.Results == 0 ||
		has&hasECO != 0 && s.ECO == 0 {
		return Statistics{}, corrupt.New("frame statistics are not in their only form")
	}
	return s, nil
}

// add widens s to include a game, except its players' names.
func (s *Statistics) add(tags []tagvalue.Tag, facts tagvalue.Facts) {
	s.Plies.Add(uint64(facts.Plies))
	s.Results |= ResultBit(facts.Result)
	if eco := tagvalue.ParseECO(tagvalue.First(tags, "ECO")); eco >= 0 {
		s.ECO |= 1 << (eco / 10)
	}
	for _, name := range [...]string{"WhiteElo", "BlackElo"} {
		if n, ok := tagvalue.ParseRating(tagvalue.First(tags, name)); ok {
			s.Ratings.Add(uint64(n))
		}
	}
	if d := open.DaysOf(tags); d.Known() {
		if !s.Dates.Known {
			s.Dates = Range{Min: d.Last, Max: d.First, Known: true}
		}
		s.Dates.Min, s.Dates.Max = min(s.Dates.Min, d.Last), max(s.Dates.Max, d.First)
	}
}

// MayHaveName reports whether a player's name may have a word with the given hash. False
// is certain.
func (s *Statistics) MayHaveName(hash uint64) bool {
	if s.Names == nil {
		return true
	}
	b := s.Names[1:]
	for i := range int(s.Names[0]) {
		at := probe(hash, i, 8*len(b))
		if b[at/8]>>(at%8)&1 == 0 {
			return false
		}
	}
	return true
}
