package tags

// The values of a column may be in another one with which it is coded together:
//
//	| column: number uvarint |

// codeElsewhere codes a column whose values are in another one.
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
