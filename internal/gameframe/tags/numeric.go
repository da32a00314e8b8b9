package tags

import (
	"strings"

	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// findNumbers reports whether most values are numbers, and finds their form.
func (c *Column) findNumbers() bool {
	if !c.searched {
		c.searched = true
		c.form, c.around, c.numeric = valueform.FindNumbers(c.Values)
		c.grows = c.numeric && c.growing()
	}
	return c.numeric
}

// late reports whether the values are times other than dates, or numbers that
// grow. Only such columns depend on such, so that times may depend on others that
// come behind them.
func (c *Column) late() bool {
	return c.findNumbers() && (c.form.Time() && c.form != valueform.Date || !c.form.Time() && c.grows)
}

// growing reports whether nine in ten numbers are above the one before, or nine in
// ten below.
func (c *Column) growing() bool {
	more, less, last := 0, 0, int64(0)
	for _, text := range c.Values {
		v, _, _, _ := c.form.Find(text)
		if v > last {
			more++
		} else {
			less++
		}
		last = v
	}
	return max(more, less)*10 >= len(c.Values)*9
}

func isDuration(name string) bool { return strings.Contains(name, "Duration") }
