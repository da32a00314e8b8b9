package huffman

import (
	"errors"
	"fmt"
	"io"

	"github.com/icza/bitio"
)

// sink gathers code words, so that the writer is called once for many.
type sink struct {
	w    *bitio.Writer
	bits uint64 // the low n bits are to be written
	n    uint8
}

func (s *sink) put(word uint64, n uint8) {
	if s.n+n > 64 {
		s.flush()
	}
	s.bits, s.n = s.bits<<n|word, s.n+n
}

// flush writes the gathered words and returns the writer's first error.
func (s *sink) flush() error {
	s.w.TryWriteBits(s.bits, s.n)
	s.bits, s.n = 0, 0
	return s.w.TryError
}

// source reads code words, and never reads bits after the last one.
type source struct {
	r    *bitio.Reader
	bits uint64 // the top n bits are read but not used; the others are 0
	n    uint8
	used int
}

// get returns the next symbol of c. At least owed bits after its word belong to the
// same value and may be read with it. get returns 0 after the reader has failed, see
// err.
func (s *source) get(c *Code, owed int) int {
	for {
		// The missing bits are 0. Of all words that begin with the bits read, the one
		// that continues with zeros is among the shortest, so at least n bits follow.
		sym, n := c.Decode(s.bits)
		if n <= s.n {
			s.bits <<= n
			s.n -= n
			s.used += int(n)
			return sym
		}
		more := uint8(min(int(n-s.n)+owed, int(64-s.n)))
		s.bits |= s.r.TryReadBits(more) << (64 - s.n - more)
		s.n += more
		if s.r.TryError != nil {
			return 0
		}
	}
}

// err returns the error of reading, or nil. The end of the input inside a board is
// io.ErrUnexpectedEOF.
func (s *source) err() error {
	err := s.r.TryError
	if err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("huffman: read board: %w", err)
}
