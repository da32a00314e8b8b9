package records

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/records"
)

// entry is a record of a list.
type entry struct {
	records.Record
	verbatim bool   // stored as bytes
	bytes    []byte // of a record of 40
	begins   bool   // a chain
}

// list is a list of records to pack.
type list struct {
	form records.Form
	src  []byte
	n    int

	budget *budget.Budget
}

const (
	plainPrefix = "fen "
	readWork    = 32 // work of a record that is only read, in bytes of text
	minShare    = 8  // least number of records for each one stored as bytes
)

// listOf returns the records of src, which must all be in one form; ok is false if
// there are none, or hardly any.
func listOf(src []byte, b *budget.Budget) (l list, ok bool) {
	l.src, l.form, l.budget = src, records.Bin, b
	switch size, block := records.BlockSize(src); {
	case block:
		l.form = records.Binpack
		return l, size == len(src) && l.rewritten()
	case bytes.HasPrefix(src, []byte(plainPrefix)):
		l.form = records.Plain
		return l, l.rewritten()
	}
	if len(src)%records.BinSize != 0 || !records.SniffBin(src) {
		return l, false
	}
	odd := 0
	l.each(func(e *entry) bool {
		odd += int(positions.Bit(e.verbatim))
		l.n++
		return b.Step(readWork)
	})
	return l, odd*minShare <= l.n
}

// rewritten reports whether package records reproduces all bytes, and counts the
// records.
func (l *list) rewritten() bool {
	var again bytes.Buffer
	w := records.NewWriter(&again, l.form)
	all := l.each(func(e *entry) bool {
		l.n++
		if e.begins {
			w.Begin()
		}
		return w.Write(&e.Record) == nil && l.budget.Step(readWork)
	})
	return all && w.Close() == nil && bytes.Equal(again.Bytes(), l.src) && l.n > 0
}

// each calls yield for every record until it returns false; it reports whether there
// was no error.
func (l *list) each(yield func(e *entry) bool) bool {
	if l.form == records.Bin {
		for at := 0; at < len(l.src); at += records.BinSize {
			e := entry{bytes: l.src[at:][:records.BinSize]}
			r, err := records.DecodeBin(e.bytes)
			if e.verbatim = err != nil || !records.SameBin(&r, e.bytes); !e.verbatim {
				e.Record = r
			}
			if !yield(&e) {
				return false
			}
		}
		return true
	}
	in := records.NewReader(bytes.NewReader(l.src), l.form)
	for {
		var e entry
		if err := in.Read(&e.Record); err != nil {
			return err == io.EOF
		}
		e.begins = in.Begins()
		if !yield(&e) {
			return false
		}
	}
}
