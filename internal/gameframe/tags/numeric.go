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
	}
	return c.numeric
}

func isDuration(name string) bool { return strings.Contains(name, "Duration") }
