package frameview

import (
	"fmt"
	"strconv"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// outlineTags are the tags that an outline has.
var outlineTags = []string{"White", "Black", "WhiteElo", "BlackElo", "Date", "Result", "ECO"}

// OutlineOf returns the tags of an item that the index answers for, those of
// outlineTags in this order that say something, and its half-moves; false where the index does not have
// them all. Date is UTCDate where Date has no year.
func (v *View) OutlineOf(item int) (tags []tagvalue.Tag, plies int, ok bool, err error) {
	players, err := v.Players()
	if err != nil || players == nil {
		return nil, 0, false, err
	}
	columns, err := v.Columns()
	if err != nil || columns == nil {
		return nil, 0, false, err
	}
	number := func(c frameindex.Column) uint64 { return columns.Append(nil, c)[item] }
	add := func(name string, value []byte) {
		if len(value) > 0 {
			tags = append(tags, tagvalue.Tag{Name: []byte(name), Value: value})
		}
	}
	for black, name := range outlineTags[:2] {
		side, err := players.Append(nil, black)
		if err != nil {
			return nil, 0, false, v.IndexError(err)
		}
		if n := side[item]; n > 0 {
			add(name, players.Names[n-1])
		}
	}
	for k, column := range []frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo} {
		if n := number(column); n > 0 {
			add(outlineTags[2+k], strconv.AppendUint(nil, n, 10))
		}
	}
	if first := number(frameindex.Day); first > 0 {
		add("Date", tagvalue.Days{First: first, Last: first + number(frameindex.Days) - 1}.AppendText(nil))
	}
	if n := number(frameindex.Result); n > 0 && n <= uint64(tagvalue.OtherResult) {
		add("Result", []byte(tagvalue.Result(n-1).String()))
	}
	if n := number(frameindex.ECO); n > 0 && n <= 500 {
		add("ECO", fmt.Appendf(nil, "%c%02d", 'A'+rune((n-1)/100), (n-1)%100))
	}
	return tags, int(number(frameindex.Plies)) - 1, true, nil
}
