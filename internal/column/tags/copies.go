package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Copies are those of a column before this one, whole, or what is behind the
// last slash:
//
//	| 0 whole, 1 tail | column: number + 1 uvarint | exceptions: length uvarint, column of texts |
//	| string of the range coder: for each value a bit, 1 for an exception |

// tail returns what is behind the last slash.
func tail(v []byte) []byte { return v[bytes.LastIndexByte(v, '/')+1:] }

// appendCopies codes the i-th column as copies of another; nil if it is none.
func (t *Table) appendCopies(i int) []byte {
	c := t.Columns[i]
	for k, from := range t.Columns[:i] {
		if len(from.Values)*10 < len(c.Values)*9 || same(from.Values) {
			continue
		}
		for form, cut := range []func([]byte) []byte{func(v []byte) []byte { return v }, tail} {
			var strange [][]byte
			for j, v := range c.Values {
				if w := from.value(t, c.Rows[j]); w == nil || !bytes.Equal(cut(w), v) {
					strange = append(strange, v)
					if len(strange)*20 > len(c.Values) {
						break
					}
				}
			}
			if len(strange)*20 > len(c.Values) {
				continue
			}
			out := binfmt.AppendUvarint([]byte{methodCopies, byte(form)}, uint64(k+1))
			out = appendTexts(out, strange)
			enc := rangecoder.NewEncoder(out)
			var exception rangecoder.Bit
			for j, v := range c.Values {
				b := 0
				if w := from.value(t, c.Rows[j]); w == nil || !bytes.Equal(cut(w), v) {
					b = 1
				}
				exception.Encode(enc, b)
			}
			return enc.Finish()
		}
	}
	return nil
}

func (r *reader) copies() error {
	if len(r.src) == 0 || r.src[0] > 1 {
		return corrupt("a column of copies is malformed")
	}
	form := r.src[0]
	r.src = r.src[1:]
	from, err := r.column()
	if err != nil {
		return err
	}
	if from == nil {
		return corrupt("a column is a copy of none")
	}
	strange, err := r.texts()
	if err != nil {
		return err
	}
	d := rangecoder.NewDecoder(r.src)
	var exception rangecoder.Bit
	rows := r.t.rows(r.c)
	values := make([][]byte, len(rows))
	for k, game := range rows {
		if exception.Decode(d) != 0 {
			v, ok := strange.take()
			if !ok {
				return corrupt("a column of copies has too few texts")
			}
			values[k] = v
		} else if values[k] = from.value(r.t, game); form == 1 {
			values[k] = tail(values[k])
		}
		if d.Err() != nil {
			return corrupt("a column of copies ends too early")
		}
	}
	r.c.Values = values
	return r.done(len(strange.left) > 0 || !d.AtEnd())
}
