package chunk

import (
	"bytes"
	"io"
)

// input is what has been read and not been cut yet.
type input struct {
	r   io.Reader
	buf []byte
	eof bool
}

// take removes the first n bytes of the buffer and returns a copy of them.
func (in *input) take(n int) []byte {
	text := bytes.Clone(in.buf[:n])
	in.buf = in.buf[:copy(in.buf, in.buf[n:])]
	return text
}

// fillTo reads until there are n bytes or more, or all.
func (in *input) fillTo(n int) error {
	for len(in.buf) < n && !in.eof {
		if err := in.fill(); err != nil {
			return err
		}
	}
	return nil
}

// fillBytes is how many bytes are read at once.
const fillBytes = 1 << 20

// fill reads more bytes: fillBytes, or less at the end.
func (in *input) fill() error {
	n := len(in.buf)
	if cap(in.buf)-n < fillBytes {
		in.buf = append(make([]byte, 0, n+n/4+fillBytes), in.buf...)
	}
	k, err := io.ReadFull(in.r, in.buf[n:n+fillBytes])
	in.buf = in.buf[:n+k]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		in.eof, err = true, nil
	}
	return err
}
