package tags

// The values of a column may be elsewhere: in that of the first ratings, or in
// White's.
//
//	| column: number uvarint |

// codeElsewhere codes a column whose values another one has.
func codeElsewhere(c *coding) bool {
	lead := -1
	if c.writing() {
		ratings, players := c.table.together()
		switch {
		case players != nil && c.column == players.columns[1]:
			lead = players.lead
		case ratings.has(c.column):
			lead = ratings.lead
		default:
			return false
		}
		c.settled = true
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
