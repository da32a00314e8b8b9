package index

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// spelledTags are the tags of which numeric columns say what they mean, and spellings how
// they are written, in the order of their bits.
var spelledTags = [len(textTags)]string{"WhiteElo", "BlackElo", "Date", "Result", "ECO"}

// spelledBy are the columns that say what they mean.
var spelledBy = [len(spelledTags)][]Column{{WhiteElo}, {BlackElo}, {Day, Days}, {Result}, {ECO}}

// leastSpelled is how many games a frame has at least of which the index says spellings:
// for fewer they are not worth their place.
const leastSpelled = 64

// appendSpelling appends how the k-th of the spelledTags is usually written in a game for
// which the columns have some numbers, nothing for a game that usually has no such tag.
func appendSpelling(dst []byte, k int, v *[NumColumns]uint64) []byte {
	switch spelledTags[k] {
	case "WhiteElo", "BlackElo":
		if n := v[int(WhiteElo)+k]; n > 0 {
			dst = strconv.AppendUint(dst, n-1, 10)
		}
	case "Date":
		if v[Days] > 0 {
			dst = tagvalue.Days{First: v[Day], Last: v[Day] + v[Days] - 1}.AppendText(dst)
		}
	case "Result":
		if n := v[Result]; n > 0 && n <= uint64(tagvalue.OtherResult) {
			dst = append(dst, tagvalue.Result(n-1).String()...)
		}
	case "ECO":
		if v[ECO] > 0 && v[ECO] <= tagvalue.ECOCodes {
			dst = tagvalue.AppendECO(dst, int(v[ECO]-1))
		}
	}
	return dst
}

// spellings gathers how the spelledTags of a frame are written where they are not written
// as usual.
type spellings struct {
	texts texts
	any   [len(spelledTags)]bool // whether a game has the tag
	room  []byte
}

func (s *spellings) reset() {
	s.texts.reset()
	s.any = [len(spelledTags)]bool{}
}

// add adds a game.
func (s *spellings) add(tags []tagvalue.Tag, v *[NumColumns]uint64) {
	for k, name := range spelledTags {
		value := tagvalue.First(tags, name)
		s.room = appendSpelling(s.room[:0], k, v)
		t := &s.texts[k]
		switch usual := len(s.room) > 0; {
		case value == nil:
			t.off = t.off || usual // of such games nothing is said
			t.add(nil)
		case usual && bytes.Equal(value, s.room):
			t.add(nil)
		default:
			t.add(value)
		}
		s.any[k] = s.any[k] || value != nil
	}
}

// append appends the stream of the spellings, nothing where it would say nothing.
func (s *spellings) append(dst []byte) []byte {
	for k := range s.texts {
		s.texts[k].off = s.texts[k].off || !s.any[k] || len(s.texts[k].games) < leastSpelled
	}
	return s.texts.append(dst)
}

// ParseSpellings returns how a tag is written in a number of games, nil for a game
// without, by src and the numeric columns; nil where src does not say it. It is read until
// ctx is done.
func ParseSpellings(ctx context.Context, src []byte, columns *Columns, games int, tag string) ([][]byte, error) {
	other, err := parseTextsOf(ctx, src, games, spelledTags[:], tag, mostBytes(games))
	if err != nil || other == nil {
		return nil, err
	}
	return spelled(columns, other, tag), nil
}

// spelled returns how a tag is written in each game, by the numeric columns and the values
// that are written otherwise.
func spelled(columns *Columns, other *TagTexts, tag string) [][]byte {
	k := slices.Index(spelledTags[:], tag)
	var lists [NumColumns][]uint64
	for _, c := range spelledBy[k] {
		lists[c] = columns.Append(nil, c)
	}
	all := make([][]byte, len(other.Games))
	var v, last [NumColumns]uint64
	var usual []byte // for the last numbers
	for i, n := range other.Games {
		if n > 0 {
			all[i] = other.Values[n-1]
			continue
		}
		for _, c := range spelledBy[k] {
			v[c] = lists[c][i]
		}
		if v != last {
			usual, last = appendSpelling(nil, k, &v), v
		}
		if len(usual) > 0 {
			all[i] = usual
		}
	}
	return all
}
