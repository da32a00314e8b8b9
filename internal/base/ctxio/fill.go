package ctxio

import "io"

// Fill reads into b until it is full, and returns the number of bytes read. The error
// is that of r, io.EOF at its end, nil if b is full. Unlike io.ReadFull it does not
// use io.ErrUnexpectedEOF, by which a reader reports that its own input is cut off.
func Fill(r io.Reader, b []byte) (n int, err error) {
	if r == nil {
		return 0, ErrNilReader
	}
	for n < len(b) && err == nil {
		var k int
		k, err = patiently(b[n:], r.Read)
		n += k
	}
	if n == len(b) {
		err = nil
	}
	return n, err
}

// maxEmpty is the number of times in a row that a Read may return nothing without an
// error.
const maxEmpty = 100

// patiently calls read until it returns data or an error; the error is
// io.ErrNoProgress after maxEmpty empty reads.
func patiently(p []byte, read func([]byte) (int, error)) (n int, err error) {
	for range maxEmpty {
		if n, err = read(p); n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
