package chesszip

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/records"
)

// sniffed is how much of a file is looked at for records.
const sniffed = 1 << 14

// sniff looks at the beginning of what there is to cut, and notes whether it is
// a list of records, which are cut in whole ones: their bytes may look like the
// end of a game.
func (c *cutter) sniff() error {
	for len(c.buf) < sniffed && !c.eof {
		if err := c.fill(); err != nil {
			return err
		}
	}
	if f, ok := records.Sniff(c.buf[:min(len(c.buf), sniffed)]); ok && f != records.FEN {
		c.form = f
	}
	c.begun = true
	return nil
}

// records returns the next piece of a list of records, or io.EOF: as many whole
// ones as there is room for, or one block of chains. What is left at the end is
// a piece of its own, and so is what is no block, or a larger one than a frame.
func (c *cutter) records() (piece, error) {
	for len(c.buf) < frameBytes && !c.eof {
		if err := c.fill(); err != nil {
			return piece{}, err
		}
	}
	n := min(len(c.buf), frameBytes)
	if n == 0 {
		return piece{}, io.EOF
	}
	whole := n
	switch {
	case c.form == records.Bin:
		whole -= n % records.BinSize
	case c.form == records.Binpack:
		if size, ok := records.BlockSize(c.buf); ok && size <= n {
			whole = size
		}
	case n < len(c.buf) || !c.eof:
		whole = 1 + bytes.LastIndex(c.buf[:n], []byte("\nfen "))
	}
	if whole == 0 {
		whole = n
	}
	return piece{text: c.take(whole), torn: true}, nil
}
