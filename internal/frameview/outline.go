package frameview

import (
	"fmt"
	"strconv"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// outlineTags are the tags that an outline has.
var outlineTags = [...]string{"White", "Black", "WhiteElo", "BlackElo", "Date", "Result", "ECO"}

// OutlineTags returns the tags that an outline has.
func OutlineTags() []string { return outlineTags[:] }

// Outline is what the index says of an item.
type Outline struct {
	Tags  []tagvalue.Tag
	Plies int
}

// Outlines returns the tags of the items from number from up to, not including, to, that
// the index answers for: those of outlineTags in this order that say something, and
// half-moves; false where the index does not have them all. Date is UTCDate where Date
// has no year.
func (v *View) Outlines(from, to int) (all []Outline, ok bool, err error) {
	players, err := v.Players()
	if err != nil || players == nil {
		return nil, false, err
	}
	columns, err := v.Columns()
	if err != nil || columns == nil {
		return nil, false, err
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
	for item := from; item < to; item++ {
		var tags []tagvalue.Tag
		add := func(name string, value []byte) {
			if len(value) > 0 {
				tags = append(tags, tagvalue.Tag{Name: []byte(name), Value: value})
			}
		}
		for black, name := range outlineTags[:2] {
			if n := sides[black][item]; n > 0 {
				add(name, players.Names[n-1])
			}
		}
		for k, column := range []frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo} {
			if n := values[column][item]; n > 0 {
				add(outlineTags[2+k], strconv.AppendUint(nil, n, 10))
			}
		}
		if first := values[frameindex.Day][item]; first > 0 {
			add("Date", tagvalue.Days{First: first, Last: first + values[frameindex.Days][item] - 1}.AppendText(nil))
		}
		if n := values[frameindex.Result][item]; n > 0 && n <= uint64(tagvalue.OtherResult) {
			add("Result", []byte(tagvalue.Result(n-1).String()))
		}
		if n := values[frameindex.ECO][item]; n > 0 && n <= 500 {
			add("ECO", fmt.Appendf(nil, "%c%02d", 'A'+rune((n-1)/100), (n-1)%100))
		}
		all = append(all, Outline{tags, int(values[frameindex.Plies][item]) - 1})
	}
	return all, true, nil
}
