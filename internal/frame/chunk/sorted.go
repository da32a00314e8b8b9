package chunk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/positions"
)

// ErrNoList says that an input that is to be sorted is no list of positions, or
// one whose positions take several lines each.
var ErrNoList = errors.New("chesszip: no list of positions, one a line")

// sortedBytes is how many bytes of a list are sorted at once: what is read
// beyond is sorted by itself, and comes behind.
const sortedBytes = 24 << 20

// SortedLines gives the lines of a list of positions in an order in which they
// take little room.
type SortedLines struct {
	budget   *budget.Budget
	in       input // read, not yet sorted
	sorter   *positions.Sorter
	thorough bool
	size     int
	out      []byte // sorted, not yet given
}

// NewSortedLines reads the first lines of r, and returns ErrNoList unless they
// are those of a list. Thorough says how hard positions are coded. Once ctx is done,
// Read fails soon.
func NewSortedLines(ctx context.Context, r io.Reader, thorough bool) (*SortedLines, error) {
	return newSortedLines(ctx, r, thorough, sortedBytes)
}

// newSortedLines is NewSortedLines that sorts size bytes at once.
func newSortedLines(ctx context.Context, r io.Reader, thorough bool, size int) (*SortedLines, error) {
	s := &SortedLines{budget: new(budget.Budget).Until(ctx), in: input{r: r}, thorough: thorough, size: size}
	if err := s.fill(); err != nil {
		return nil, err
	}
	var ok bool
	if s.sorter, ok = positions.NewSorter(s.in.buf, thorough); !ok {
		return nil, ErrNoList
	}
	return s, nil
}

// fill reads until the buffer is full. It has its size from the start: one that
// grows is there twice.
func (s *SortedLines) fill() error {
	s.out = nil
	if room := s.size + fillBytes; cap(s.in.buf) < room && !s.in.eof {
		s.in.buf = append(make([]byte, 0, room), s.in.buf...)
	}
	return ctxio.ReadError(s.in.fillTo(s.size))
}

// sort sorts the whole lines of the buffer.
func (s *SortedLines) sort() error {
	n := len(s.in.buf)
	if !s.in.eof {
		if n = bytes.LastIndexByte(s.in.buf, '\n') + 1; n == 0 {
			return fmt.Errorf("%w: a line has more than %d bytes", ErrNoList, s.size)
		}
	}
	s.out = s.sorter.Append(nil, s.in.buf[:n], s.budget)
	if s.budget.Stopped() {
		return budget.ErrStopped
	}
	if linesHash(s.out) != linesHash(s.in.buf[:n]) {
		return errors.New("chesszip: sorting has changed lines; please report this: it is a bug, or bad memory")
	}
	// What was sorted is not held while it is compressed. Sorting has held so much
	// that the collector would let the heap grow to twice that.
	s.in.buf = bytes.Clone(s.in.buf[n:])
	runtime.GC()
	return nil
}

// linesHash is a hash of the lines of a text in any order.
func linesHash(text []byte) (sum uint64) {
	for line := range bytes.Lines(text) {
		sum += xxhash.Sum64(bytes.TrimSuffix(line, []byte("\n")))
	}
	return sum
}

// Read reads the sorted lines. The error is ErrNoList or that of the reader.
func (s *SortedLines) Read(p []byte) (int, error) {
	for len(s.out) == 0 {
		if err := s.fill(); err != nil {
			return 0, err
		}
		if len(s.in.buf) == 0 {
			return 0, io.EOF
		}
		if err := s.sort(); err != nil {
			return 0, err
		}
	}
	n := copy(p, s.out)
	s.out = s.out[n:]
	return n, nil
}
