package chunk

import (
	"bytes"
	"errors"
	"io"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// ErrMore is returned if more input is needed; call Feed.
var ErrMore = errors.New("chunk: more input is needed")

// input is the input that has been read but not cut yet.
type input struct {
	r   io.Reader // nil for an input that is fed
	buf []byte
	eof bool

	fed   []byte // bytes fed since the last fill
	ended bool   // no more is fed

	shared bool // take returns a part of buf
	taken  int  // bytes of buf that were returned so
}

// feed adds bytes to an input that is fed, at most as many as a fill takes, and
// returns their number.
func (in *input) feed(p []byte) (n int) {
	n = min(len(p), fillBytes-len(in.fed))
	in.fed = append(in.fed, p[:n]...)
	return n
}

// take removes the first n bytes of the buffer and returns a copy of them or, if the
// input is shared, these bytes, which are valid until release.
func (in *input) take(n int) []byte {
	if in.shared {
		in.taken = n
		return in.buf[:n:n]
	}
	text := bytes.Clone(in.buf[:n])
	in.buf = in.buf[:copy(in.buf, in.buf[n:])]
	return text
}

// release removes the bytes that take returned.
func (in *input) release() {
	if in.taken > 0 {
		in.buf = in.buf[:copy(in.buf, in.buf[in.taken:])]
		in.taken = 0
	}
}

// fillTo reads until there are at least n bytes, or the end.
func (in *input) fillTo(n int) error {
	for len(in.buf) < n && !in.eof {
		if err := in.fill(); err != nil {
			return err
		}
	}
	return nil
}

// fillBytes is the number of bytes read at once.
const fillBytes = 1 << 20

// fill reads more bytes: fillBytes, or less at the end. The error may be ErrMore.
func (in *input) fill() error {
	if in.r == nil {
		if len(in.fed) < fillBytes && !in.ended {
			return ErrMore
		}
		in.buf = append(in.buf, in.fed...)
		in.fed, in.eof = in.fed[:0], in.ended
		return nil
	}
	n := len(in.buf)
	if cap(in.buf)-n < fillBytes {
		in.buf = append(make([]byte, 0, n+n/4+fillBytes), in.buf...)
	}
	k, err := ctxio.Fill(in.r, in.buf[n:n+fillBytes])
	in.buf = in.buf[:n+k]
	if err == io.EOF {
		in.eof, err = true, nil
	}
	return err
}
