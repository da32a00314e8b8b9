package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// Copies are values of a column before this one, whole, or only the part after the
// last slash:
//
//	| 0 whole, 1 tail | column: number + 1 uvarint | exceptions: length uvarint, column of texts |
//	| string of the range coder: for each value a bit, 1 for an exception |

// codeCopies codes a column that is nearly all copies of another.
func codeCopies(c *coding) bool {
	var from *Column
	form := values.Whole
	if c.writing() {
		if from, form = c.original(); from == nil {
			return false
		}
		c.settled = true
	}
	form = values.CopyForm(c.form(int(form), int(values.CopyForms-1), "copies"))
	if from = c.reference(from); from == nil {
		c.fail("copies name no column")
	}
	if !c.beginWith(len(c.column.Rows)) {
		return false
	}
	var exception rangecoder.Bit
	c.each(func(k int, game int32) ([]byte, bool) {
		w := from.value(c.table, game)
		v := form.Of(w)
		if c.writing() {
			is := w != nil && bytes.Equal(v, c.column.Values[k])
			c.flag(&exception, !is)
			return c.column.Values[k], is
		}
		if c.flag(&exception, false) {
			return nil, false
		}
		c.charge(len(v))
		return v, true
	})
	c.end(true)
	return true
}

// original returns the first column of which nearly all values are copies, or nil,
// and the form of the copies.
func (c *coding) original() (*Column, values.CopyForm) {
	for _, from := range c.table.Columns[:c.at] {
		if len(from.Values)*10 < len(c.column.Values)*9 || from.uniform() {
			continue
		}
		for form := range values.CopyForms {
			if c.copies(from, form) {
				return from, form
			}
		}
	}
	return nil, 0
}

// copies reports whether at most one value in twenty is not a copy of another
// column's.
func (c *coding) copies(from *Column, form values.CopyForm) bool {
	others := 0
	for k, v := range c.column.Values {
		w := from.value(c.table, c.column.Rows[k])
		if w == nil || !bytes.Equal(form.Of(w), v) {
			if others++; others*20 > len(c.column.Values) {
				return false
			}
		}
	}
	return true
}
