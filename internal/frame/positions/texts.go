package positions

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Forms in which the texts of a column are stored.
const (
	formNone     = iota
	formColumn   // | column, sized |
	formComments // | string, sized | column of new texts, sized |
)

// texts are the texts of a column.
type texts struct {
	values [][]byte
	at     []int32 // in a writer, the position before each value, or -1

	form     byte
	read     int // number of values read
	comments *comments.Coder
	buf      []byte
}

// textWork is the work of coding a text as a comment, in bytes of text.
const textWork = 64

// sample is the number of values that decide the form of a column.
const sample = 256

// add adds a text after the position with the given index.
func (t *texts) add(v []byte, at int) {
	if n := len(t.values); n == cap(t.values) {
		// Doubling leaves less garbage than append does.
		t.values, t.at = slices.Grow(t.values, n+1), slices.Grow(t.at, n+1)
	}
	t.values, t.at = append(t.values, v), append(t.at, int32(at))
}

// append appends the texts in the shorter form.
func (t *texts) append(dst []byte, p *positions.Coder, thorough bool, b *budget.Budget) []byte {
	if len(t.values) == 0 {
		return append(dst, formNone)
	}
	effort := text.Quick
	if thorough {
		effort = text.Thorough
	}
	n := min(len(t.values), sample)
	form := t.asColumn
	out := t.asColumn(n, p, effort, b)
	if other := t.asComments(n, p, effort, b); len(other) < len(out) {
		form, out = t.asComments, other
	}
	if n < len(t.values) {
		out = form(len(t.values), p, effort, b)
	}
	return append(dst, out...)
}

// asColumn returns the first n texts as a column.
func (t *texts) asColumn(n int, _ *positions.Coder, effort text.Effort, b *budget.Budget) []byte {
	return binfmt.AppendBytes([]byte{formColumn}, text.Append(nil, t.values[:n], effort, b))
}

// asComments returns the first n texts as comments on the positions.
func (t *texts) asComments(n int, p *positions.Coder, effort text.Effort, b *budget.Budget) []byte {
	w := comments.NewWriter(nil)
	for i, v := range t.values[:n] {
		var at comments.At
		if t.at[i] >= 0 {
			at.Now = p.At(int(t.at[i]))
		}
		if w.Write(v, &at); !b.Step(textWork) {
			break
		}
	}
	data, spelled := w.Finish()
	return binfmt.AppendBytes(binfmt.AppendBytes([]byte{formComments}, data), text.Append(nil, spelled, effort, b))
}

// parse reads the texts of append and returns the bytes after them. It reduces room
// by the values and their bytes, and charges b for the memory.
func (t *texts) parse(src []byte, limit int, room *int, memory *contextmix.Memory, b *budget.Budget) (rest []byte, err error) {
	if len(src) == 0 {
		return nil, corrupt.New("the texts of a column are missing")
	}
	if t.form, src = src[0], src[1:]; t.form == formNone {
		return src, nil
	}
	if t.form > formComments {
		return nil, corrupt.Newf("a column has the unknown form %d", t.form)
	}
	var data []byte
	if t.form == formComments {
		if data, src, err = binfmt.Bytes(src); err != nil {
			return nil, corrupt.New("the comments of a column are cut off")
		}
	}
	block, rest, err := binfmt.Bytes(src)
	if err != nil {
		return nil, corrupt.New("the texts of a column are cut off")
	}
	if t.values, err = text.Decode(block, -1, min(limit, *room), b); err != nil {
		return nil, err
	}
	*room -= len(t.values)
	for _, v := range t.values {
		*room -= len(v)
	}
	if *room < 0 {
		return nil, corrupt.New("the texts are longer than the list")
	}
	if t.form == formComments {
		t.comments = comments.NewReaderIn(memory, data, t.values, b)
	}
	return rest, nil
}

// next returns the next text of at most limit bytes, after the position p.
func (t *texts) next(p *board.Position, limit int) (v []byte, err error) {
	switch {
	case t.form == formComments:
		if t.buf, err = t.comments.Read(t.buf[:0], &comments.At{Now: p}, limit); err != nil {
			return nil, err
		}
		return t.buf, nil
	case t.read == len(t.values):
		return nil, corrupt.Newf("a column has %d texts, want more", t.read)
	}
	v = t.values[t.read]
	t.read++
	return v, nil
}

// done returns an error unless all texts were read.
func (t *texts) done() error {
	if t.form == formComments {
		return t.comments.Done()
	}
	if left := len(t.values) - t.read; left > 0 {
		return corrupt.Newf("%d texts of a column are left over", left)
	}
	return nil
}
