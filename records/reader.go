package records

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// maxLine is the most bytes of a line of text.
const maxLine = 1 << 16

// Reader reads the records of a file.
type Reader struct {
	r      *bufio.Reader
	form   Form
	count  int64 // records read
	offset int64 // of the next byte to read

	start int64 // offset of the last record, or of its chain

	chain chainReader
	base  int64 // offset of the block
	err   error
}

// NewReader returns a Reader of r, which is in the given form.
func NewReader(r io.Reader, f Form) *Reader {
	return &Reader{r: bufio.NewReaderSize(ctxio.Reader(context.Background(), r), maxLine), form: f}
}

// Read reads the next record. The error is io.EOF after the last one, otherwise an
// *Error, which wraps ErrCorrupt or the error of the file.
func (r *Reader) Read(rec *Record) error {
	if r.err != nil {
		return r.err
	}
	start, err := r.read(rec)
	r.start = start
	switch {
	case err == nil:
		r.count++
		return nil
	case err == io.EOF:
		r.err = err
	default:
		r.err = &Error{Record: r.count + 1, Offset: start, Err: err}
	}
	return r.err
}

// At returns err as an *Error with the place of the last record.
func (r *Reader) At(err error) error { return &Error{Record: r.count, Offset: r.start, Err: err} }

// Begins reports whether the last record of a Binpack began a chain.
func (r *Reader) Begins() bool { return r.chain.begins() }

func (r *Reader) read(rec *Record) (start int64, err error) {
	start = r.offset
	switch r.form {
	case Bin:
		var b [BinSize]byte
		n, err := io.ReadFull(r.r, b[:])
		r.offset += int64(n)
		if err == io.ErrUnexpectedEOF {
			return start, corrupt("%d bytes at the end, want %d", n, BinSize)
		}
		if err == nil {
			*rec, err = DecodeBin(b[:])
		}
		return start, err
	case Binpack:
		for !r.chain.more() {
			if err := r.chunk(); err != nil {
				return r.offset, err
			}
		}
		err := r.chain.next(rec)
		return r.base + int64(r.chain.start), err
	case Plain:
		return r.plain(rec)
	case FEN:
		for {
			start = r.offset
			line, err := r.line()
			if err != nil {
				return start, err
			}
			if text := bytes.TrimSpace(line); len(text) > 0 {
				return start, parseFEN(rec, string(text))
			}
		}
	}
	return start, errors.New("records: unknown form")
}

// plain reads a record of the form Plain; start is the offset of its first line.
func (r *Reader) plain(rec *Record) (start int64, err error) {
	var l plainParser
	start = r.offset
	for {
		if !l.begun {
			start = r.offset
		}
		line, err := r.line()
		if err == io.EOF && l.begun {
			return start, corrupt("record without the line e")
		}
		if err != nil {
			return start, err
		}
		done, err := l.line(string(line))
		if err != nil {
			return start, err
		}
		if done {
			*rec = l.r
			return start, nil
		}
	}
}

// line reads a line of text and returns it without its end.
func (r *Reader) line() ([]byte, error) {
	line, err := r.r.ReadSlice('\n')
	r.offset += int64(len(line))
	switch {
	case err == io.EOF && len(line) > 0:
		return line, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, corrupt("line of more than %d bytes", maxLine)
	}
	return line, err
}

// chunk reads a block of the form Binpack.
func (r *Reader) chunk() error {
	var head [chunkHead]byte
	n, err := io.ReadFull(r.r, head[:])
	if err == io.EOF {
		return err
	}
	if err == io.ErrUnexpectedEOF {
		return corrupt("%d bytes at the end, want a block", n)
	}
	if err != nil {
		return err
	}
	if string(head[:len(chunkMagic)]) != chunkMagic {
		return corrupt("block begins with %q, want %q", head[:len(chunkMagic)], chunkMagic)
	}
	size := int64(binary.LittleEndian.Uint32(head[len(chunkMagic):]))
	if size > maxChunk {
		return corrupt("block of %d bytes, want at most %d", size, maxChunk)
	}
	// CopyN allocates as bytes arrive, whatever the size.
	var b bytes.Buffer
	got, err := io.CopyN(&b, r.r, size)
	if err == io.EOF {
		return corrupt("block ends after %d of %d bytes", got, size)
	}
	if err != nil {
		return err
	}
	r.base = r.offset + int64(len(head))
	r.offset = r.base + size
	r.chain = chainReader{chunk: b.Bytes()}
	return nil
}
