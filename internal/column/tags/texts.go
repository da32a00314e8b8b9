package tags

import "github.com/chesszip/chesszip/internal/column/text"

// Texts are in the form of package text. A column begins with one of its methods, of
// which there are numTextMethods. Predicting methods are refused: they save nothing
// here, and would delay filters.

// numTextMethods is the number of methods of package text.
const numTextMethods = byte(text.NumMethods)

// codeTexts codes a column as texts; it fits if values are few or all the same.
func codeTexts(c *coding) bool {
	if c.writing() {
		c.settled = len(c.column.Values) < 2 || c.column.uniform()
		if !c.settled && len(c.column.Values) >= fewValues && !c.table.Plain {
			return false
		}
		c.head = c.texts(c.column.Values)
		return true
	}
	c.column.Values, c.err = text.DecodeUpTo(c.head, len(c.column.Rows), c.left(), 0, c.table.Budget)
	return c.err == nil && c.charge(size(c.column.Values))
}
