package ctxio

import "io"

// Counter counts the bytes read from R.
type Counter struct {
	R io.Reader
	N int64
}

// Read reads from R.
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.R.Read(p)
	c.N += int64(n)
	return n, err
}
