package frameview

import (
	"strconv"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// outlineTags are the tags that an outline has.
var outlineTags = [...]string{"White", "Black", "WhiteElo", "BlackElo", "Date", "Result", "ECO", "Event"}

// outlineTexts is the first of those that have any values.
const outlineTexts = 7

// OutlineTags returns the tags that an outline has.
func OutlineTags() []string { return outlineTags[:] }

// slabItems is how many items share the memory of their tags.
const slabItems = 256

// Outline is what the index says of an item.
type Outline struct {
	Tags  []tagvalue.Tag
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
	var names [][]byte
	for _, name := range append(outlineTags[:], more...) {
		names = append(names, []byte(name))
	}
	texts := make([]*frameindex.TagTexts, len(names)-outlineTexts)
	for k := range texts {
		if texts[k], err = v.TagTexts(string(names[outlineTexts+k])); err != nil || texts[k] == nil {
			return nil, false, err
		}
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
	var slab []tagvalue.Tag // the tags of several items, one behind the other
	for item := from; item < to; item++ {
		if cap(slab)-len(slab) < len(names) {
			slab = make([]tagvalue.Tag, 0, len(names)*min(slabItems, to-item))
		}
		first := len(slab)
		add := func(name int, value []byte) {
			if len(value) > 0 {
				slab = append(slab, tagvalue.Tag{Name: names[name], Value: value})
			}
		}
		for black := range sides {
			if n := sides[black][item]; n > 0 {
				add(black, players.Names[n-1])
			}
		}
		for k, column := range []frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo} {
			if n := values[column][item]; n > 0 {
				add(2+k, strconv.AppendUint(nil, n, 10))
			}
		}
		if first := values[frameindex.Day][item]; first > 0 {
			add(4, tagvalue.Days{First: first, Last: first + values[frameindex.Days][item] - 1}.AppendText(nil))
		}
		if n := values[frameindex.Result][item]; n > 0 && n <= uint64(tagvalue.OtherResult) {
			add(5, []byte(tagvalue.Result(n-1).String()))
		}
		if n := values[frameindex.ECO][item]; n > 0 && n <= tagvalue.ECOCodes {
			add(6, tagvalue.AppendECO(nil, int(n-1)))
		}
		for k, t := range texts {
			add(outlineTexts+k, t.Of(item))
		}
		all = append(all, Outline{slab[first:len(slab):len(slab)], int(values[frameindex.Plies][item]) - 1})
	}
	return all, true, nil
}
