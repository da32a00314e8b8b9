// Package records stores lists of training records of engines: a position with a
// move, a score, a ply and a result.
//
// # Format
//
//	| form | records | string of the range coder |
//
//	form     128, + 1 learned models, + 2 the plain form or 4 a block of chains;
//	         without these, records of 40 bytes; bits 3 to 6 are the version minus 1
//	records  uvarint
//
// The forms are Stockfish's, which package records reads and writes. For each record
// are coded: whether it is stored verbatim (only one of 40 bytes that package records
// would not reproduce); the position, mostly the one after the last record's move,
// otherwise as in a list of positions; result, ply and score, predicted from the
// record that the position follows; the move among the legal ones; and the last byte,
// or whether the record begins a chain. docs/spec/records.md has the format.
package records

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/records"
)

const (
	formLearned = 1
	formPlain   = 2
	formBlock   = 4
	formRecords = 0x80
)

// Is reports whether a stored list is one of records, and not of positions, by its
// first byte.
func Is(src []byte) bool { return len(src) > 0 && src[0]&formRecords != 0 }

// firstBytes returns the first bytes of lists, by the form of their records.
func firstBytes() []byte {
	return []byte{records.Bin: formRecords, records.Plain: formRecords | formPlain, records.Binpack: formRecords | formBlock}
}

// Append appends the records of src, of at most 4 MiB, to dst; it returns false if
// src is anything else. It uses the learned models of with, which are some ten times
// slower, unless the list is smaller without them. Of b only the context is used:
// once it is done, the result is meaningless.
func Append(dst, src []byte, with lists.Source, b *budget.Budget) ([]byte, bool) {
	l, ok := listOf(src, b)
	if !ok {
		return dst, false
	}
	out := l.append(dst, nil)
	if models, err := with.Models(); err == nil && models != nil {
		if learned := l.append(nil, models); len(learned) <= len(out)-len(dst) {
			out = append(out[:len(dst)], learned...)
		}
	}
	return out, true
}

func (l *list) append(dst []byte, with *lists.Models) []byte {
	learned := byte(0)
	if with != nil {
		learned = formLearned
	}
	enc := rangecoder.NewEncoder(nil)
	c := newRecorder(contextmix.Coder{Enc: enc}, with, l.form, nil)
	work := recordWork
	if learned != 0 {
		work = learnedWork
	}
	l.each(func(e *entry) bool { return c.record(e) == nil && l.budget.Step(work) }) // a writer has no errors
	return append(binfmt.AppendUvarint(append(dst, firstBytes()[l.form]|learned), uint64(l.n)), enc.Finish()...)
}

// The work of coding a record, in bytes of text.
const (
	recordWork  = 32
	learnedWork = 128
)

// Decode returns a list of at most limit bytes. Room provides the memory of its
// models, and with the learned ones, if the list needs them. It fails with a
// *corrupt.Error, whose game is the record, or the error of with.
func Decode(src []byte, limit int, b *budget.Budget, room *contextmix.Memory, with lists.Source) ([]byte, error) {
	f, count, coded, err := parseHead(src, limit)
	if err != nil {
		return nil, err
	}
	var models *lists.Models
	if src[0]&formLearned != 0 {
		if models, err = with.Needed(); err != nil {
			return nil, err
		}
	}
	dec := rangecoder.NewDecoder(coded)
	c := newRecorder(contextmix.Coder{Dec: dec}, models, f, room)
	defer c.models.Free()
	var out bytes.Buffer
	w := records.NewWriter(&out, f)
	for i := range int(count) {
		if !b.Step(learnedWork) {
			return nil, budget.ErrStopped
		}
		var e entry
		err := c.record(&e)
		if err == nil && dec.Err() != nil {
			err = corrupt.New("they end too early")
		} else if err == nil {
			err = c.write(&out, w, &e)
		}
		if err == nil && (int64(out.Len()) > int64(limit) || w.Size() > int64(limit)) {
			err = corrupt.Newf("the list is longer than the %d bytes of its input", limit)
		}
		if err != nil {
			return nil, corrupt.AtGame(i, corrupt.In("records", err))
		}
	}
	if !dec.AtEnd() {
		return nil, corrupt.In("records", corrupt.New("there are more of them than the list says"))
	}
	if err := w.Close(); err != nil {
		return nil, corrupt.In("records", err)
	}
	if n, ok := records.BlockSize(out.Bytes()); f == records.Binpack && (!ok || n != out.Len()) {
		return nil, corrupt.In("records", corrupt.New("they are not one block"))
	}
	return out.Bytes(), nil
}

// Head returns the form of the records of a list of at most limit bytes, and their
// stored number.
func Head(src []byte, limit int) (f records.Form, n int64, err error) {
	f, count, _, err := parseHead(src, limit)
	return f, int64(count), err
}

// parseHead reads the form and the number of records.
func parseHead(src []byte, limit int) (f records.Form, count uint64, rest []byte, err error) {
	if !Is(src) || limit < 0 {
		return 0, 0, nil, corrupt.New("this is not a list of records")
	}
	f = records.Form(max(bytes.IndexByte(firstBytes(), src[0]&^formLearned), 0))
	if firstBytes()[f] == 0 {
		return 0, 0, nil, corrupt.Newf("a list of records has form %d and version %d, which this program does not know", src[0]&7, 1+src[0]>>3&15)
	}
	count, rest, err = binfmt.Uvarint(src[1:])
	if err != nil || count > mostRecords(f, limit) {
		return 0, 0, nil, corrupt.New("the number of records is out of range")
	}
	return f, count, rest, nil
}

// write writes the last record that c has read.
func (c *recorder) write(out *bytes.Buffer, w *records.Writer, e *entry) error {
	switch {
	case e.verbatim:
		out.Write(e.bytes)
	case c.form == records.Bin:
		b, err := records.AppendBin(out.AvailableBuffer(), &e.Record)
		if err != nil {
			return err
		}
		b[len(b)-1] = c.padding
		out.Write(b)
	default:
		if e.begins {
			w.Begin()
		}
		return w.Write(&e.Record)
	}
	return nil
}

// mostRecords returns the most records in limit bytes: in a chain each has at least
// five bits for its score.
func mostRecords(f records.Form, limit int) uint64 {
	if f == records.Binpack {
		return 2 * uint64(limit)
	}
	return uint64(limit / records.BinSize)
}
