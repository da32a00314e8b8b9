package roll

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/comments"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/text"
)

// words are the values of one column of texts. Values equal to the one before
// and empty ones are told in the string of positions; the others are kept in
// one of the ways below.
type words struct {
	id     uint32
	last   []byte
	same   uint32 // whether the last values were told
	aside  aside  // of a table
	themes themes // of a table
	values [][]byte
	at     []int32 // the position before each value, -1 for none

	form   byte
	next   int
	remark *comments.Coder
}

// newWords returns n empty columns.
func newWords(n int) []words {
	all := make([]words, n)
	for i := range all {
		all[i].id = uint32(i)
	}
	return all
}

const (
	wordsNone    = iota
	wordsColumn  // | column, sized |
	wordsRemarks // | string, sized | column of new texts, sized |
)

// sample is how many values decide in which way a column is kept.
const sample = 256

// tell says whether a value is the last one, or empty; v is known to a writer.
func (c *coder) tell(w *words, v []byte) (told bool) {
	c.flags.Begin(contextmix.Hash(40, w.id), contextmix.Hash(41+w.id<<8, w.same&0xff))
	if c.flags.Flag(bytes.Equal(v, w.last)) {
		w.same = w.same<<1 | 1
		return true
	}
	w.same <<= 1
	if len(w.last) == 0 {
		return false
	}
	c.flags.Begin(contextmix.Hash(42, w.id), contextmix.Hash(43+w.id<<8, w.same&0xff))
	if !c.flags.Flag(len(v) == 0) {
		return false
	}
	w.last = nil
	return true
}

// write writes a value.
func (c *coder) write(w *words, v []byte) {
	if c.tell(w, v) {
		return
	}
	w.last = v
	w.values = append(w.values, v)
	w.at = append(w.at, int32(len(c.all)-1))
}

// read appends the next value to out, which may have limit bytes.
func (c *coder) read(w *words, out []byte, limit int) ([]byte, error) {
	if c.tell(w, nil) {
		return append(out, w.last...), nil
	}
	start := len(out)
	switch w.form {
	case wordsColumn:
		if w.next >= len(w.values) {
			return out, corrupt("a column of a list has too few values")
		}
		out = append(out, w.values[w.next]...)
		w.next++
	case wordsRemarks:
		at := place(c.all, int32(len(c.all)-1))
		var err error
		if out, err = w.remark.Read(out, &at, limit); err != nil {
			return out, corrupt(err.Error())
		}
	default:
		return out, corrupt("a column of a list has too few values")
	}
	if len(out) > limit {
		return out, corrupt("a list is longer than its frame's input")
	}
	w.last = append(w.last[:0:0], out[start:]...)
	return out, nil
}

// place says where a text stands that follows the position with index i.
func place(all []known, i int32) (at comments.At) {
	if i >= 0 {
		at.Now = &all[i].pos
	}
	return at
}

// append appends what write was given.
func (w *words) append(dst []byte, all []known, thorough bool) []byte {
	if len(w.values) == 0 {
		return append(dst, wordsNone)
	}
	effort := text.Quick
	if thorough {
		effort = text.Thorough
	}
	few := *w
	few.values = few.values[:min(len(few.values), sample)]
	plain := binfmt.AppendBytes([]byte{wordsColumn}, text.Append(nil, few.values, effort))
	remarks := few.remarks(all, effort)
	if len(few.values) < len(w.values) {
		if len(plain) <= len(remarks) {
			plain, remarks = binfmt.AppendBytes([]byte{wordsColumn}, text.Append(nil, w.values, effort)), nil
		} else {
			plain, remarks = nil, w.remarks(all, effort)
		}
	}
	if remarks == nil || plain != nil && len(plain) <= len(remarks) {
		return append(dst, plain...)
	}
	return append(dst, remarks...)
}

func (w *words) remarks(all []known, effort text.Effort) []byte {
	r := comments.NewWriter()
	for i, v := range w.values {
		at := place(all, w.at[i])
		r.Write(v, &at)
	}
	data, texts := r.Finish()
	dst := binfmt.AppendBytes([]byte{wordsRemarks}, data)
	return binfmt.AppendBytes(dst, text.Append(nil, texts, effort))
}

// parse reads what append wrote and returns what comes after it. Of room are
// taken the values and their bytes: all columns together have no more of either
// than the list has bytes.
func (w *words) parse(src []byte, limit int, room *int) (rest []byte, err error) {
	if len(src) == 0 {
		return nil, corrupt("a list ends before its texts")
	}
	w.form = src[0]
	src = src[1:]
	var data []byte
	switch w.form {
	case wordsNone:
		return src, nil
	case wordsColumn, wordsRemarks:
		if w.form == wordsRemarks {
			if data, src, err = binfmt.Bytes(src); err != nil {
				return nil, corrupt("the remarks of a list are cut off")
			}
		}
		block, rest, err := binfmt.Bytes(src)
		if err != nil {
			return nil, corrupt("the texts of a list are cut off")
		}
		if w.values, err = text.Decode(block, -1, min(limit, *room)); err != nil {
			return nil, corrupt(err.Error())
		}
		*room -= len(w.values)
		for _, v := range w.values {
			*room -= len(v)
		}
		if *room < 0 {
			return nil, corrupt("the texts of a list are longer than it")
		}
		if w.form == wordsRemarks {
			w.remark = comments.NewReader(data, w.values)
		}
		return rest, nil
	}
	return nil, corrupt("the texts of a list are kept in an unknown way")
}

// done returns an error unless all was read.
func (w *words) done() error {
	switch w.form {
	case wordsColumn:
		if w.next != len(w.values) {
			return corrupt("something is left over of a list's texts")
		}
	case wordsRemarks:
		if err := w.remark.Done(); err != nil {
			return corrupt(err.Error())
		}
	}
	return nil
}
