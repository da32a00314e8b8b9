package tags

import (
	"strings"

	"github.com/chesszip/chesszip/internal/column/tags/values"
)

// referToNumbers sets the reference of numbers that are not times.
func (c *coding) referToNumbers(n *numberColumn) {
	for at := c.at - 1; at >= 0; at-- {
		r := c.table.Columns[at]
		if len(r.Values)*2 >= len(c.column.Values) && !r.uniform() && r.findNumbers() && !r.form.Time() {
			n.reference = numberReference{r, r.form}
			return
		}
	}
}

func (c *coding) numberColumn(of *Column) numberColumn {
	return numberColumn{column: of, form: of.form, around: of.around}
}

// lastTime returns the last column of times in a form before this one, or nil.
func (c *coding) lastTime(form values.NumberForm) *Column {
	for at := c.at - 1; at >= 0; at-- {
		r := c.table.Columns[at]
		if !isDuration(r.Name) && len(r.Values) > 1 && !r.uniform() && r.findNumbers() && r.form == form {
			return r
		}
	}
	return nil
}

// partners returns the references of columns that are coded together: the start and
// the end of games.
func (c *coding) partners(columns []*Column) (members []numberColumn) {
	for i, of := range columns {
		n := c.numberColumn(of)
		other := columns[1-i]
		n.reference = numberReference{other, other.form}
		c.addDuration(&n)
		members = append(members, n)
	}
	if members[0].column != c.column {
		members[0], members[1] = members[1], members[0]
		members[0].behind = true
	}
	return members
}

// referToTimes sets the reference of times.
func (c *coding) referToTimes(n *numberColumn) {
	if isDuration(n.column.Name) {
		return
	}
	if r := c.lastTime(n.form); r != nil {
		n.reference = numberReference{r, r.form}
		c.addDuration(n)
	}
}

// addDuration sets the column of durations.
func (c *coding) addDuration(n *numberColumn) {
	for _, r := range c.table.Columns[:c.at] {
		if n.form != values.Date && isDuration(r.Name) && r.findNumbers() && r.form.Time() && !r.uniform() {
			n.added = numberReference{r, r.form}
		}
	}
}

func isDuration(name string) bool { return strings.Contains(name, "Duration") }
