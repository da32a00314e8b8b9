package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Copies are those of a column before this one, whole, or what is behind the
// last slash:
//
//	| 0 whole, 1 tail | column: number + 1 uvarint | exceptions: length uvarint, column of texts |
//	| string of the range coder: for each value a bit, 1 for an exception |

// copyForm is what of a value is copied.
type copyForm byte

const (
	copyWhole copyForm = iota
	copyTail           // what is behind the last slash
	numCopyForms
)

// of returns what is copied of v.
func (f copyForm) of(v []byte) []byte {
	if f == copyTail {
		return v[bytes.LastIndexByte(v, '/')+1:]
	}
	return v
}

// encodeCopies stores a column that is nearly all copies of another.
func encodeCopies(e *encoder) ([]byte, bool) {
	c := e.column
	for _, from := range e.table.Columns[:e.at] {
		if len(from.Values)*10 < len(c.Values)*9 || from.uniform() {
			continue
		}
		for form := range numCopyForms {
			exception, exceptions, ok := e.compare(from, form)
			if !ok {
				continue
			}
			out := e.appendReferences([]byte{byte(form)}, from)
			enc := rangecoder.NewEncoder(appendExceptions(out, exceptions))
			var bit rangecoder.Bit
			for _, b := range exception {
				bit.Encode(enc, b)
			}
			return enc.Finish(), true
		}
	}
	return nil, false
}

// compare returns for each value whether it is an exception among the copies of
// another column; false if more than one in twenty are.
func (e *encoder) compare(from *Column, form copyForm) (exception []int, exceptions [][]byte, ok bool) {
	for j, v := range e.column.Values {
		w := from.value(e.table, e.column.Rows[j])
		if w != nil && bytes.Equal(form.of(w), v) {
			exception = append(exception, 0)
			continue
		}
		exception, exceptions = append(exception, 1), append(exceptions, v)
		if len(exceptions)*20 > len(e.column.Values) {
			return nil, nil, false
		}
	}
	return exception, exceptions, true
}

// decodeCopies reads what encodeCopies stores.
func decodeCopies(d *decoder) error {
	b, err := d.byte()
	if err != nil {
		return err
	}
	form := copyForm(b)
	if form >= numCopyForms {
		return corrupt.Newf("copies have form %d, the last is %d", form, numCopyForms-1)
	}
	from, err := d.reference()
	if err != nil {
		return err
	}
	if from == nil {
		return corrupt.New("copies name no column")
	}
	exceptions, err := d.exceptions(len(d.column.Rows))
	if err != nil {
		return err
	}
	c := d.coder()
	var exception rangecoder.Bit
	rows := d.table.rows(d.column)
	values := make([][]byte, len(rows))
	for k, game := range rows {
		if exception.Decode(c.Dec) != 0 {
			values[k], err = exceptions.take()
		} else {
			values[k] = form.of(from.value(d.table, game))
			err = d.charge(len(values[k]))
		}
		if c.Dec.Err() != nil {
			err = errEnds()
		}
		if err != nil {
			return corrupt.AtGame(int(game), err)
		}
	}
	d.column.Values = values
	return d.end(c, exceptions)
}
