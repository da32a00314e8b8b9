package ctxio

import "io"

// Fill reads into b until it is full, and returns how many bytes it read. The error is
// that of r, io.EOF at its end, nil if b is full. Unlike io.ReadFull it keeps
// io.ErrUnexpectedEOF apart, with which a reader says that its own input is cut off.
func Fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var k int
		k, err = r.Read(b[n:])
		n += k
	}
	if n == len(b) {
		err = nil
	}
	return n, err
}
