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

// ErrNoList is returned if an input to be sorted is not a list of positions, one a
// line.
var ErrNoList = errors.New("chesszip: no list of positions, one a line")

// sortedBytes is the number of bytes of a list that are sorted at once: the next
// bytes are sorted separately and follow.
const sortedBytes = 24 << 20

// SortedLines reads the lines of a list of positions, sorted so that they compress
// well.
type SortedLines struct {
	budget   *budget.Budget
	in       input // read, not yet sorted
	sorter   *positions.Sorter
	thorough bool
	size     int
	out      []byte // sorted, not yet returned
}

// NewSortedLines reads the first lines of r, and returns ErrNoList unless they are
// those of a list. Thorough is the effort of coding positions. Once ctx is done, Read
// fails soon.
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

// fill reads until the buffer is full. It has its full size from the start, since a
// growing buffer is in memory twice.
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
	// Release the sorted input while it is compressed. Without a collection the heap
	// could grow to twice the memory of sorting.
	s.in.buf = bytes.Clone(s.in.buf[n:])
	runtime.GC()
	return nil
}

// linesHash returns a hash of the lines of a text that does not depend on their
// order.
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
