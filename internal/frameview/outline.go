package frameview

import (
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// outlineTags are the tags that an outline has.
var outlineTags = [...]string{"White", "Black", "WhiteElo", "BlackElo", "Date", "Result", "ECO", "Event"}

// outlineTexts is the first of those that have any values.
const outlineTexts = 7

// OutlineTags returns the tags that an outline has.
func OutlineTags() []string { return outlineTags[:] }

// slabItems is how many items share the memory of their tags.
const slabItems = 256

// Outline is what the index says of an item, with escapes resolved.
type Outline struct {
	Tags  []pgn.Tag
	Plies int
}

// Outlines returns the tags of the items from number from up to, not including, to, that
// the index answers for: those of outlineTags and then of more in this order that say
// something, and half-moves; false where the index does not have them all. Date is
// UTCDate where Date has no year.
func (v *View) Outlines(from, to int, more []string) (all []Outline, ok bool, err error) {
	players, err := v.Players()
	if err != nil || players == nil {
		return nil, false, err
	}
	columns, err := v.Columns()
	if err != nil || columns == nil {
		return nil, false, err
	}
	names := slices.Concat(outlineTags[:], more)
	texts := make([]spelled[uint16], len(names)-outlineTexts)
	numbers := make([][]uint16, len(texts)) // of each item, in texts
	for k := range texts {
		t, err := v.TagTexts(names[outlineTexts+k])
		if err != nil || t == nil {
			return nil, false, err
		}
		numbers[k], texts[k] = t.Games, spelling(func(n uint16) string { return unescaped(t.Values[n-1]) })
	}
	var sides [2][]uint64
	for black := range sides {
		if sides[black], err = players.Append(nil, black); err != nil {
			return nil, false, v.IndexError(err)
		}
	}
	var values [frameindex.NumColumns][]uint64
	for c := range values {
		values[c] = columns.Append(nil, frameindex.Column(c))
	}
	people := spelling(func(n uint64) string { return unescaped(players.Names[n-1]) })
	ratings := spelling(func(n uint64) string { return strconv.FormatUint(n, 10) })
	dates := spelling(func(d tagvalue.Days) string { return string(d.AppendText(nil)) })
	codes := spelling(func(n uint64) string { return string(tagvalue.AppendECO(nil, int(n-1))) })

	var slab []pgn.Tag // the tags of several items, one behind the other
	for item := from; item < to; item++ {
		if cap(slab)-len(slab) < len(names) {
			slab = make([]pgn.Tag, 0, len(names)*min(slabItems, to-item))
		}
		first := len(slab)
		add := func(name int, value string) {
			if value != "" {
				slab = append(slab, pgn.Tag{Name: names[name], Value: value})
			}
		}
		for black := range sides {
			if n := sides[black][item]; n > 0 {
				add(black, people.of(n))
			}
		}
		for k, column := range []frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo} {
			if n := values[column][item]; n > 0 {
				add(2+k, ratings.of(n))
			}
		}
		if first := values[frameindex.Day][item]; first > 0 {
			add(4, dates.of(tagvalue.Days{First: first, Last: first + values[frameindex.Days][item] - 1}))
		}
		if n := values[frameindex.Result][item]; n > 0 && n <= uint64(tagvalue.OtherResult) {
			add(5, tagvalue.Result(n-1).String())
		}
		if n := values[frameindex.ECO][item]; n > 0 && n <= tagvalue.ECOCodes {
			add(6, codes.of(n))
		}
		for k := range texts {
			if n := numbers[k][item]; n > 0 {
				add(outlineTexts+k, texts[k].of(n))
			}
		}
		all = append(all, Outline{slab[first:len(slab):len(slab)], int(values[frameindex.Plies][item]) - 1})
	}
	return all, true, nil
}

func unescaped(value []byte) string { return string(pgn.Unescape(nil, value)) }

// spelled has the texts of values, of which many items have the same: each is made once.
type spelled[K comparable] struct {
	texts map[K]string
	spell func(K) string
}

func spelling[K comparable](spell func(K) string) spelled[K] {
	return spelled[K]{map[K]string{}, spell}
}

func (s *spelled[K]) of(value K) string {
	text, ok := s.texts[value]
	if !ok {
		text = s.spell(value)
		s.texts[value] = text
	}
	return text
}
