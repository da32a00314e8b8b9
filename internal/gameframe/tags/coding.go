package tags

import (
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/text"
)

// maxSights bounds how slowly models of numbers learn.
const maxSights = 200

// fewValues is the number of values below which a column is stored as text if
// that is shorter.
const fewValues = 200

// encoder is what methods know of the column that they store.
type encoder struct {
	table  *Table
	column *Column
	at     int // number of the column
	effort text.Effort
	format *valueform.NumberFormat // of the values, once they are found to be numbers
}

// appendReferences appends the numbers of columns + 1, 0 for none.
func (e *encoder) appendReferences(dst []byte, columns ...*Column) []byte {
	for _, c := range columns {
		n := 0
		if c != nil {
			n = e.table.number(c) + 1
		}
		dst = binfmt.AppendUvarint(dst, uint64(n))
	}
	return dst
}

// appendExceptions appends the values that a method does not fit, as
// decoder.exceptions reads them: nothing for none.
func appendExceptions(dst []byte, values [][]byte) []byte {
	if len(values) == 0 {
		return append(dst, 0)
	}
	return binfmt.AppendBytes(dst, text.Append(nil, values, text.Thorough))
}

// encode returns a Coder that appends to dst.
func encode(dst []byte) *contextmix.Coder {
	return &contextmix.Coder{Enc: rangecoder.NewEncoder(dst)}
}

// decoder reads one column. The errors of its methods do not name it yet.
type decoder struct {
	table  *Table
	column *Column
	at     int    // number of the column
	src    []byte // what is left of its bytes
	limit  int    // of the bytes of the values of all columns
	need   func(number int) error
}

// left returns how many bytes values may still have.
func (d *decoder) left() int { return d.limit - d.table.used }

// charge counts n bytes of values.
func (d *decoder) charge(n int) error { return d.table.charge(n, d.limit) }

func (d *decoder) number() (int, error) {
	v, rest, err := binfmt.Uvarint(d.src)
	if err != nil || v > 1<<31-1 {
		return 0, corrupt.New("a number of the column's head is cut off or too large")
	}
	d.src = rest
	return int(v), nil
}

func (d *decoder) byte() (byte, error) {
	if len(d.src) == 0 {
		return 0, corrupt.New("the column's head is cut off")
	}
	b := d.src[0]
	d.src = d.src[1:]
	return b, nil
}

func (d *decoder) bytes() ([]byte, error) {
	n, err := d.number()
	if err != nil {
		return nil, err
	}
	if n > len(d.src) {
		return nil, corrupt.Newf("a text of %d bytes has only %d", n, len(d.src))
	}
	b := d.src[:n:n]
	d.src = d.src[n:]
	return b, nil
}

// reference reads the number + 1 of a column, 0 for none, and makes sure that it
// is decoded.
func (d *decoder) reference() (*Column, error) {
	k, err := d.number()
	if err != nil || k == 0 {
		return nil, err
	}
	if err := d.need(k - 1); err != nil {
		return nil, err
	}
	return d.table.Columns[k-1], nil
}

// exceptions reads the values that a method does not fit, at most as many as
// given.
func (d *decoder) exceptions(most int) (texts, error) {
	b, err := d.bytes()
	if err != nil || len(b) == 0 {
		return texts{}, err
	}
	v, err := text.Decode(b, -1, d.left())
	if err != nil {
		return texts{}, err
	}
	if len(v) > most {
		return texts{}, corrupt.Newf("there are %d exceptions for %d values", len(v), most)
	}
	return texts{v}, d.charge(size(v))
}

// coder returns a Coder that reads what is left.
func (d *decoder) coder() *contextmix.Coder {
	return &contextmix.Coder{Dec: rangecoder.NewDecoder(d.src)}
}

// end checks that nothing is left over in a column that was read whole.
func (d *decoder) end(c *contextmix.Coder, exceptions texts) error {
	if d.table.Upto != 0 {
		return nil
	}
	if len(exceptions.left) > 0 {
		return corrupt.Newf("%d exceptions are left over after the last value", len(exceptions.left))
	}
	if !c.Dec.AtEnd() {
		return corrupt.New("bytes are left over after the last value")
	}
	return nil
}

// errEnds is for a string of the range coder that ends before the last value.
func errEnds() error { return corrupt.New("the column ends before its last value") }

// texts are taken one after the other.
type texts struct{ left [][]byte }

func (t *texts) take() ([]byte, error) {
	if len(t.left) == 0 {
		return nil, corrupt.New("an exception is missing")
	}
	v := t.left[0]
	t.left = t.left[1:]
	return v, nil
}

// size returns the bytes of values.
func size(values [][]byte) (n int) {
	for _, v := range values {
		n += len(v)
	}
	return n
}
