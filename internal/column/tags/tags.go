// Package tags stores the tags of the games of a frame, a column for each name:
// ratings by the players' last ones, times by the previous game, sites by their
// alphabet, and recurring values by their number, predicted from the other tags.
//
// # Format
//
//	| method | ... |
//
//	method 0 to 4   texts in the form of package text, not predicted
//	       16       dictionary
//	       17       numbers and times, of one or two columns
//	       18       identifiers
//	       19       copies of another column
//	       20       ratings, of up to four columns
//	       21       elsewhere: another column has the values
//	       22       players or their properties, of two columns
//	       23       positions, as a list
//	       24       positions, by their squares
//
// A column's values determine its method; values that do not fit are exceptions,
// stored as texts. A column may depend on other columns, and on the first moves of
// games, but not on later moves. The file of each method describes its format.
package tags

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/boards"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/ratings"
	"github.com/chesszip/chesszip/internal/column/tags/series"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Tables returns the tables of the columns' models, for documents.
func Tables() []*contextmix.Table {
	return append(dictionary.Tables(), boards.Table(), series.Table(), ratings.Table())
}

// Append appends the i-th column to dst. Columns are appended in order, once each.
func (t *Table) Append(dst []byte, i int, effort text.Effort) []byte {
	c := coding{table: t, column: t.Columns[i], at: i}
	c.texts = func(values [][]byte) []byte { return text.Append(nil, values, text.Quick, t.Budget) }
	if t.Lists != nil && effort != text.Quick {
		c.list = func(lines []byte) ([]byte, bool) { return t.Lists.Append(nil, lines, true, t.Budget) }
	}
	return append(dst, c.write()...)
}

// Decode reads the i-th column, whose Rows are known, and those that it depends on.
// stream returns the bytes of a column. The lengths of the values of all columns sum
// to at most limit. Errors are those of package corrupt and name the column.
func (t *Table) Decode(i, limit int, stream func(int) []byte) error {
	c := t.Columns[i]
	if c.decoded {
		return nil
	}
	if t.Filled != nil {
		if ok, err := t.Filled(i); ok || err != nil {
			return corrupt.In(c.name(), err)
		}
	}
	if c.decoding {
		return corrupt.In(c.name(), corrupt.New("the column depends on itself"))
	}
	c.decoding = true
	defer func() { c.decoding = false }()
	d := coding{table: t, column: c, at: i, head: stream(i), limit: limit, stream: stream}
	d.need = func(k int) error {
		if k < 0 || k >= len(t.Columns) {
			return corrupt.Newf("the column depends on column %d of %d", k, len(t.Columns))
		}
		return t.Decode(k, limit, stream)
	}
	err := d.read()
	c.decoded = err == nil
	return corrupt.In(c.name(), err)
}
