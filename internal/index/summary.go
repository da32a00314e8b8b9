package index

import (
	"maps"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
)

// RatingStep is the width of a class of ratings in a Summary: class 24 is 2400 to 2499.
const RatingStep = 100

// Summary is the numbers of games by year, by class of the mean of both ratings or of the
// one that is known, by 1 + the number of the ECO code, and by result. 0 is a game that
// does not say. The zero Summary is that of no games.
type Summary struct {
	Games                int64
	Years, Ratings, ECOs map[int]int64
	Results              [tagvalue.NumResults]int64
}

// Add counts n games with the same values.
func (s *Summary) Add(v *open.Values, n int64) {
	if s.Years == nil {
		s.Years, s.Ratings, s.ECOs = map[int]int64{}, map[int]int64{}, map[int]int64{}
	}
	s.Games += n
	s.Years[min(tagvalue.Days{First: v[open.Day]}.Year(), maxYear)] += n
	w, b := open.RatingOf(v[open.WhiteElo]), open.RatingOf(v[open.BlackElo])
	rating := w + b
	if w > 0 && b > 0 {
		rating /= 2
	}
	s.Ratings[rating/RatingStep] += n
	eco := v[open.ECO]
	if eco > tagvalue.ECOCodes {
		eco = 0
	}
	s.ECOs[int(eco)] += n
	result := tagvalue.OtherResult
	if r := v[open.Result]; r > 0 && r <= uint64(tagvalue.OtherResult) {
		result = tagvalue.Result(r - 1)
	}
	s.Results[result] += n
}

// AddColumns counts the games of a frame, all of whose columns are loaded.
func (s *Summary) AddColumns(c *open.Columns) {
	var columns [open.NumColumns][]uint64
	for _, k := range summed {
		columns[k] = c.Append(nil, k)
	}
	var v open.Values
	for i := range c.Games() {
		for _, k := range summed {
			v[k] = columns[k][i]
		}
		s.Add(&v, 1)
	}
}

// summed are the columns that a Summary counts.
var summed = [...]open.Column{open.WhiteElo, open.BlackElo, open.Day, open.Result, open.ECO}

// Merge adds the counts of o.
func (s *Summary) Merge(o *Summary) {
	if s.Years == nil {
		s.Years, s.Ratings, s.ECOs = map[int]int64{}, map[int]int64{}, map[int]int64{}
	}
	s.Games += o.Games
	for k, m := range [...]map[int]int64{o.Years, o.Ratings, o.ECOs} {
		for key, n := range m {
			s.counts()[k][key] += n
		}
	}
	for r, n := range o.Results {
		s.Results[r] += n
	}
}

func (s *Summary) counts() [3]map[int]int64 { return [3]map[int]int64{s.Years, s.Ratings, s.ECOs} }

// Append appends the encoding of s:
//
//	| results uv x 5 | years | ratings | ECO codes |
//	each: number uv | key less the one before uv, games uv | ... |   keys ascend
func (s *Summary) Append(dst []byte) []byte {
	for _, n := range s.Results {
		dst = binfmt.AppendUvarint(dst, uint64(n))
	}
	for _, m := range s.counts() {
		dst = binfmt.AppendUvarint(dst, uint64(len(m)))
		before := 0
		for _, key := range slices.Sorted(maps.Keys(m)) {
			dst = binfmt.AppendUvarint(binfmt.AppendUvarint(dst, uint64(key-before)), uint64(m[key]))
			before = key
		}
	}
	return dst
}

// ParseSummary parses the encoding of a Summary of at most so many games, which is all of
// src.
func ParseSummary(src []byte, games int64) (s Summary, err error) {
	number := func(most uint64) (v uint64) {
		if err == nil {
			if v, src, err = binfmt.Uvarint(src); err == nil && v > most {
				err = binfmt.ErrForm
			}
		}
		return v
	}
	for r := range s.Results {
		s.Results[r] = int64(number(uint64(games)))
		s.Games += s.Results[r]
	}
	s.Years, s.Ratings, s.ECOs = map[int]int64{}, map[int]int64{}, map[int]int64{}
	for k, most := range [...]uint64{maxYear, tagvalue.MaxNumber / RatingStep, tagvalue.ECOCodes} {
		sum, key := int64(0), uint64(0)
		for i := number(most + 1); i > 0 && err == nil; i-- {
			key += number(most)
			n := int64(number(uint64(games)))
			if key > most || n == 0 || s.counts()[k][int(key)] > 0 {
				err = binfmt.ErrForm
			}
			s.counts()[k][int(key)] = n
			sum += n
		}
		if err == nil && sum != s.Games {
			err = binfmt.ErrForm
		}
	}
	if err != nil || len(src) > 0 || s.Games > games {
		return Summary{}, corrupt.New("the summary is malformed, or is of more games than there are")
	}
	return s, nil
}
