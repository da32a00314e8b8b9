package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// The values of a column may be in another one with which it is coded together:
//
//	| column: number uvarint |

// gave notes that c has the values of another column, or its own, which must say so.
func (c *coding) gave(of *Column) {
	if c.writing() || c.err != nil {
		return
	}
	want := binfmt.AppendUvarint([]byte{methodElsewhere}, uint64(c.at))
	if of != c.column && !bytes.Equal(c.stream(c.table.number(of)), want) {
		c.fail("column %s does not say that column %s has its values", of.name(), c.column.name())
		return
	}
	of.decoded = true
}

// codeElsewhere codes a column whose values another one has.
func codeElsewhere(c *coding) bool {
	lead := -1
	if c.writing() {
		lead = c.table.group(c.column).lead
	}
	lead = c.number(lead)
	if c.writing() {
		return true
	}
	if len(c.head) > 0 {
		c.fail("bytes are left over after the number of the column that has the values")
	}
	if c.err == nil {
		c.err = c.need(lead)
	}
	if c.err == nil && !c.column.decoded {
		c.fail("the values are not in column %s, as expected", c.table.Columns[lead].name())
	}
	return true
}
