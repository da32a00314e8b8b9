package tags

import "github.com/chesszip/chesszip/internal/text"

// Texts are stored as package column has them. Its methods, of which there are
// numTextMethods, begin the column.

// numTextMethods is the number of methods of package column.
const numTextMethods = byte(text.NumMethods)

// codeTexts codes a column as texts; it fits if values are few or all the same.
func codeTexts(c *coding) bool {
	if c.writing() {
		c.settled = len(c.column.Values) < 2 || c.column.uniform()
		if !c.settled && len(c.column.Values) >= fewValues {
			return false
		}
		c.head = c.texts(c.column.Values, false)
		return true
	}
	c.column.Values, c.err = text.Decode(c.head, len(c.column.Rows), c.left(), c.table.Budget)
	return c.err == nil && c.charge(size(c.column.Values))
}
