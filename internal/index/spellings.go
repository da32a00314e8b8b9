package index

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// spelledTags are the tags that have a numeric column for their meaning and a spelling,
// in the order of their bits.
var spelledTags = [len(textTags)]string{"WhiteElo", "BlackElo", "Date", "Result", "ECO"}

// spelledBy are the columns of these tags.
var spelledBy = [len(spelledTags)][]Column{{WhiteElo}, {BlackElo}, {Day, Days}, {Result}, {ECO}}

// leastSpelled is the least number of games of a frame with spellings; for fewer they
// are not worth their size.
const leastSpelled = 64

// appendSpelling appends the usual spelling of the k-th of the spelledTags for the
// numbers of a game; nothing for a game that usually has no such tag.
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

// spellings collects the values of the spelledTags of a frame that are not written as
// usual.
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
			t.off = t.off || usual // the index is silent on such games
			t.add(nil)
		case usual && bytes.Equal(value, s.room):
			t.add(nil)
		default:
			t.add(value)
		}
		s.any[k] = s.any[k] || value != nil
	}
}

// append appends the stream of the spellings, nothing if it would be empty.
func (s *spellings) append(dst []byte) []byte {
	for k := range s.texts {
		s.texts[k].off = s.texts[k].off || !s.any[k] || len(s.texts[k].games) < leastSpelled
	}
	return s.texts.append(dst)
}

// ParseSpellings returns the values of a tag in a number of games, nil for a game
// without it, from src and the numeric columns. It returns nil if src does not have the
// tag. It ends when ctx is done.
func ParseSpellings(ctx context.Context, src []byte, columns *Columns, games int, tag string) ([][]byte, error) {
	other, err := parseTextsOf(ctx, src, games, spelledTags[:], tag, mostBytes(games))
	if err != nil || other == nil {
		return nil, err
	}
	return spelled(columns, other, tag), nil
}

// spelled returns the values of a tag in each game, from the numeric columns and the
// values that are written otherwise.
func spelled(columns *Columns, other *TagTexts, tag string) [][]byte {
	k := slices.Index(spelledTags[:], tag)
	var lists [NumColumns][]uint64
	for _, c := range spelledBy[k] {
		lists[c] = columns.Append(nil, c)
	}
	all := make([][]byte, len(other.Games))
	var v, last [NumColumns]uint64
	var usual []byte // spelling of the previous numbers
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
