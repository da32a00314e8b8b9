package chesszip

import (
	"encoding/binary"
	"fmt"
)

// sum is the checksum of a whole input, made of the XXH64 h of the input of
// each frame: s becomes s*sumBase + h mod 2^64, from 0 on. The sum of two
// inputs, one behind the other, follows from those of both, so that archives
// can be added to and joined without decoding them.
type sum uint64

// sumBase is odd, so that every bit of every frame counts.
const sumBase = 0x9E3779B97F4A7C15

func (s *sum) add(h uint64) { *s = *s*sumBase + sum(h) }

// join adds the sum of an input of n frames behind that of s.
func (s *sum) join(t sum, n int) {
	for range n {
		*s *= sumBase
	}
	*s += t
}

func (s sum) bytes() []byte { return binary.LittleEndian.AppendUint64(nil, uint64(s)) }

// sumOf reads the summary of an archive.
func sumOf(summary []byte) (sum, error) {
	if len(summary) != 8 {
		return 0, fmt.Errorf("%w: a summary of %d bytes, want 8", ErrCorrupt, len(summary))
	}
	return sum(binary.LittleEndian.Uint64(summary)), nil
}

// check compares s with the summary of an archive.
func (s sum) check(summary []byte) error {
	want, err := sumOf(summary)
	if err == nil && s != want {
		err = fmt.Errorf("%w: the checksum of the whole input is wrong", ErrCorrupt)
	}
	return err
}
