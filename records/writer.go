package records

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// Writer writes records to a file. Call Close after the last.
type Writer struct {
	w      *bufio.Writer
	form   Form
	count  int64
	offset int64
	buf    []byte
	chain  chainWriter
	begin  bool // a chain
}

// NewWriter returns a Writer to w in the given form.
func NewWriter(w io.Writer, f Form) *Writer {
	return &Writer{w: bufio.NewWriter(w), form: f}
}

// Write writes a record. The error is an *Error that wraps ErrNoRecord, after which
// the Writer can continue, or the error of the file.
func (w *Writer) Write(r *Record) error {
	err := w.append(r)
	if err != nil {
		return &Error{Record: w.count + 1, Offset: w.offset, Err: err}
	}
	w.count++
	return w.flush()
}

// append puts the bytes to write into w.buf.
func (w *Writer) append(r *Record) (err error) {
	w.buf = w.buf[:0]
	switch w.form {
	case Bin:
		w.buf, err = AppendBin(w.buf, r)
	case Plain:
		w.buf = appendPlain(w.buf, r)
	case FEN:
		w.buf = append(r.Position.AppendFEN(w.buf), '\n')
	case Binpack:
		err = w.chain.add(r, w.begin)
		w.begin = false
		w.block(w.chain.full)
		w.chain.full = nil
	default:
		err = errors.New("records: unknown form")
	}
	return err
}

// block adds a block of the form Binpack to w.buf.
func (w *Writer) block(chunk []byte) {
	if len(chunk) == 0 {
		return
	}
	w.buf = append(w.buf, chunkMagic...)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(len(chunk)))
	w.buf = append(w.buf, chunk...)
}

func (w *Writer) flush() error {
	w.offset += int64(len(w.buf))
	_, err := w.w.Write(w.buf)
	return err
}

// Begin makes the next record of a Binpack begin a chain, even if it follows the last
// one.
func (w *Writer) Begin() { w.begin = true }

// Size returns the number of bytes of the file if it ended here.
func (w *Writer) Size() int64 {
	if n := len(w.chain.chunk); n > 0 {
		return w.offset + int64(chunkHead+n)
	}
	return w.offset
}

// Count returns the number of records written.
func (w *Writer) Count() int64 { return w.count }

// Close writes the rest. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.buf = w.buf[:0]
	if w.form == Binpack {
		w.block(w.chain.chunk)
		w.chain = chainWriter{}
	}
	return errors.Join(w.flush(), w.w.Flush())
}
