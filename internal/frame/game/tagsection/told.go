package tagsection

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/column/tags"
)

// Told is what is known of the tags of a frame without reading their columns.
type Told interface {
	// Values returns for each game the value of its first tag of a name, as it stands in
	// the text, nil where it has none. It returns nil where it does not know them.
	Values(tag string) [][]byte
}

// pairs are the tags whose columns may be one: either both are told, or none.
var pairs = [...][2]string{{"White", "Black"}, {"WhiteElo", "BlackElo"}}

// withElo are tags whose columns are read with those of ratings, which then have to be
// read.
var withElo = [...]string{"WhiteRatingDiff", "BlackRatingDiff"}

// leastTold is which part of the games must be read for Told to be asked: what it knows
// it knows of all.
const leastTold = 4

// teller gives columns what is known of their values.
type teller struct {
	told  Told // nil for nothing
	table *tags.Table
	upto  int // games whose values are read
	left  int // bytes that values may still have
}

// tell gives a column the values that are known; false if these are not all.
func (t *teller) tell(k int) bool {
	if t.told == nil || t.upto*leastTold < t.table.Games {
		return false
	}
	columns := []int{k}
	for i, pair := range pairs {
		side := slices.Index(pair[:], t.table.Columns[k].Name)
		if side < 0 {
			continue
		}
		if i == 1 && slices.ContainsFunc(withElo[:], func(name string) bool { return t.find(name) >= 0 }) {
			return false
		}
		if other := t.find(pair[1-side]); other >= 0 {
			columns = append(columns, other)
		}
	}
	var values [len(pairs[0])][][]byte
	left := t.left
	for i, k := range columns {
		if values[i] = t.of(k); values[i] == nil {
			return false
		}
		for _, v := range values[i] {
			left -= len(v)
		}
	}
	if left < 0 { // more than the frame's input has
		return false
	}
	t.left = left
	for i, k := range columns {
		t.fill(k, values[i])
	}
	return true
}

// find returns the number of the column of a name, -1 if there is none.
func (t *teller) find(name string) int {
	return slices.IndexFunc(t.table.Columns, func(c *tags.Column) bool { return c.Name == name })
}

func (t *teller) fill(k int, values [][]byte) {
	t.table.Columns[k].Fill(func() [][]byte { return values })
}

// of returns what is known of a column: the values of its rows, nil if one is not
// known, or may be stored as another than that of the text.
func (t *teller) of(k int) [][]byte {
	c := t.table.Columns[k]
	if c.Name == "" || len(c.Rows) == 0 {
		return nil
	}
	all := t.told.Values(c.Name)
	if len(all) != t.table.Games {
		return nil
	}
	values := make([][]byte, len(c.Rows))
	for i, game := range c.Rows {
		v := all[game]
		if v == nil || i > 0 && game <= c.Rows[i-1] || mayBePosition(v) {
			return nil
		}
		values[i] = v
	}
	return values
}

// mayBePosition reports whether a value may be that of a position that depends on the
// moves: it is stored without that.
func mayBePosition(v []byte) bool {
	const shortest = len("8/8/8/8/8/8/8/8 w - -")
	return len(v) >= shortest && bytes.Count(v, []byte{'/'}) >= 7
}
