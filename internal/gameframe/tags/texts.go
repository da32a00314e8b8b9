package tags

import "github.com/chesszip/chesszip/internal/text"

// Texts are stored as package column has them. Its methods, of which there are
// numTextMethods, begin the column.

// numTextMethods is the number of methods of package column.
const numTextMethods = 7

// encodeTexts stores a column as texts, if its values are few or all the same.
func encodeTexts(e *encoder) ([]byte, bool) {
	alone := len(e.column.Values) < 2 || e.column.uniform()
	if !alone && len(e.column.Values) >= fewValues {
		return nil, false
	}
	return text.Append(nil, e.column.Values, e.effort), alone
}

// decodeTexts reads what encodeTexts stores; the number of the method is part of
// it.
func decodeTexts(d *decoder) (err error) {
	if d.column.Values, err = text.Decode(d.src, len(d.column.Rows), d.left()); err != nil {
		return err
	}
	return d.charge(size(d.column.Values))
}
