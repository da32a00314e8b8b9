package tags

import (
	"strings"

	"github.com/chesszip/chesszip/internal/gameframe/tags/series"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// referToNumbers says what numbers but times depend on.
func (c *coding) referToNumbers(n *numberColumn) {
	for k, at := 0, c.at-1; at >= 0 && k < series.References; at-- {
		r := c.table.Columns[at]
		if len(r.Values)*2 >= len(c.column.Values) && !r.uniform() && r.findNumbers() && !r.form.Time() {
			n.references[k] = numberReference{r, r.form}
			k++
		}
	}
}

func (c *coding) numberColumn(of *Column) numberColumn {
	return numberColumn{column: of, form: of.form, around: of.around}
}

// lastTime returns the last column of times in a form before this one, or nil.
func (c *coding) lastTime(form valueform.NumberForm) *Column {
	for at := c.at - 1; at >= 0; at-- {
		r := c.table.Columns[at]
		if !isDuration(r.Name) && len(r.Values) > 1 && !r.uniform() && r.findNumbers() && r.form == form {
			return r
		}
	}
	return nil
}

// partners returns what columns depend on that are coded together: the start and
// the end of games.
func (c *coding) partners(columns []*Column) (members []numberColumn) {
	for i, of := range columns {
		n := c.numberColumn(of)
		c.referToTimes(&n)
		other := columns[1-i]
		n.references[0] = numberReference{other, other.form}
		members = append(members, n)
	}
	if members[0].column != c.column {
		members[0], members[1] = members[1], members[0]
		members[0].behind = true
	}
	return members
}

// referToTimes says what times depend on.
func (c *coding) referToTimes(n *numberColumn) {
	t := c.table
	if n.form == valueform.Date {
		if r := c.lastTime(valueform.Date); r != nil {
			n.references[0] = numberReference{r, r.form}
		}
		return
	}
	if isDuration(n.column.Name) {
		return
	}
	n.day = c.lastTime(valueform.Date)
	if r := c.lastTime(n.form); r != nil {
		n.references[0] = numberReference{r, r.form}
	}
	for _, r := range t.Columns[:c.at] {
		if isDuration(r.Name) && r.findNumbers() && r.form.Time() && !r.uniform() {
			n.references[1] = numberReference{r, r.form}
		}
	}
}

func isDuration(name string) bool { return strings.Contains(name, "Duration") }
