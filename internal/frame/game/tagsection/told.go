package tagsection

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/column/tags"
)

// Told holds values of the tags of a frame that are known without reading their
// columns.
type Told interface {
	// Values returns for each game the value of its first tag of a name, as in the
	// text, or nil if it has none. It returns a nil slice if it does not know them.
	Values(tag string) [][]byte
}

// pairs are the tags that may share a column: either both are known, or none.
var pairs = [...][2]string{{"White", "Black"}, {"WhiteElo", "BlackElo"}}

// withElo are tags whose columns are read with those of ratings, which then have to be
// read.
var withElo = [...]string{"WhiteRatingDiff", "BlackRatingDiff"}

// leastTold: Told is used only if at least one in so many of the games is read, since
// it knows values of all games.
const leastTold = 4

// teller fills columns with known values.
type teller struct {
	told  Told // or nil
	table *tags.Table
	upto  int // number of games whose values are read
	left  int // bytes that values may still have
}

// tell fills a column with known values; it returns false if not all are known.
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
	if left < 0 { // more than the size of the frame's input
		return false
	}
	t.left = left
	for i, k := range columns {
		t.fill(k, values[i])
	}
	return true
}

// find returns the number of the column of a name, or -1.
func (t *teller) find(name string) int {
	return slices.IndexFunc(t.table.Columns, func(c *tags.Column) bool { return c.Name == name })
}

func (t *teller) fill(k int, values [][]byte) {
	t.table.Columns[k].Fill(func() [][]byte { return values })
}

// of returns the known values of a column's rows, or nil if one is not known, or may
// be stored in another form than in the text.
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

// mayBePosition reports whether a value may contain a position that depends on the
// moves, which is not stored.
func mayBePosition(v []byte) bool {
	const shortest = len("8/8/8/8/8/8/8/8 w - -")
	return len(v) >= shortest && bytes.Count(v, []byte{'/'}) >= 7
}
