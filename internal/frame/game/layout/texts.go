package layout

import "github.com/chesszip/chesszip/internal/base/corrupt"

// Texts is a stream of byte strings, added and read in order. The zero Texts is
// empty.
type Texts struct {
	stream string // its name, for errors
	values [][]byte
	next   int
}

// NewTexts returns the Texts of a named stream, for reading.
func NewTexts(stream string, values [][]byte) *Texts { return &Texts{stream: stream, values: values} }

// Add appends a value.
func (t *Texts) Add(v []byte) { t.values = append(t.values, v) }

// Take returns the next value.
func (t *Texts) Take() ([]byte, error) {
	if t.next >= len(t.values) {
		return nil, corrupt.In(t.stream, corrupt.New("a text is missing"))
	}
	v := t.values[t.next]
	t.next++
	return v, nil
}

// Values returns all values.
func (t *Texts) Values() [][]byte { return t.values }

// Close returns an error unless all values were taken.
func (t *Texts) Close() error {
	if t.next != len(t.values) {
		return corrupt.In(t.stream, corrupt.New("texts are left over"))
	}
	return nil
}

// in adds the name of the layout's stream to an error, unless it has one.
func in(err error) error { return corrupt.In("layout", err) }
