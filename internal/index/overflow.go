package index

import (
	"encoding/binary"
	"slices"
	"sort"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// overflow is the statistics of consecutive frames.
type overflow struct {
	first  int      // number of the first of these frames
	before int      // 1 + number of the frame with the previous overflow statistics, or 0
	each   [][]byte // empty for a frame without statistics
}

// append appends the encoding of m.
func (m *overflow) append(dst []byte) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(m.first))
	dst = binfmt.AppendUvarint(dst, uint64(m.before))
	dst = binfmt.AppendUvarint(dst, uint64(len(m.each)))
	for _, b := range m.each {
		dst = binfmt.AppendUvarint(dst, uint64(len(b)))
	}
	for _, b := range m.each {
		dst = append(dst, b...)
	}
	return dst
}

// parseOverflow parses the statistics that are all of src, in an archive of fewer than
// the given number of frames. They refer to src.
func parseOverflow(src []byte, frames int) (m overflow, err error) {
	var v [3]uint64
	rest := src
	for i := range v {
		if v[i], rest, err = binfmt.Uvarint(rest); err != nil || v[i] > uint64(frames) {
			return m, corrupt.New("overflow statistics are of frames that do not come before them")
		}
	}
	if v[0]+v[2] > uint64(frames) || v[1] > v[0] || v[2] > uint64(len(rest)) {
		return m, corrupt.New("overflow statistics are of more frames than come before them")
	}
	m = overflow{first: int(v[0]), before: int(v[1]), each: make([][]byte, v[2])}
	lengths := make([]uint64, len(m.each))
	for i := range lengths {
		if lengths[i], rest, err = binfmt.Uvarint(rest); err != nil {
			return overflow{}, corrupt.New("a length of overflow statistics is missing")
		}
	}
	for i, n := range lengths {
		if n > uint64(len(rest)) {
			return overflow{}, corrupt.New("overflow statistics are cut off")
		}
		m.each[i], rest = rest[:n:n], rest[n:]
	}
	if len(rest) > 0 {
		return overflow{}, corrupt.New("something follows the overflow statistics")
	}
	return m, nil
}

// Frames are the frames of a container.
type Frames interface {
	Len() int
	Entry(i int) archive.Entry
	Frame(i int) (archive.Frame, error)
}

// Table finds the statistics of frames that index frames hold. It reads them on demand,
// and keeps at most two index frames, so that memory does not grow with the container.
// Several goroutines may use it at once if they may use its Frames.
type Table struct {
	frames Frames
	parts  []part // in the order of the container

	mu   sync.Mutex
	kept [2]overflow // the last two read, latest first
}

// part is the range of frames whose statistics an index frame holds.
type part struct {
	frame      int // number of the index frame
	first, end int
}

// ReadTable finds the overflow statistics of a container, from the last frame backwards.
// Damaged ones, and those of other frames, are skipped: nothing is then known of their
// frames.
func ReadTable(frames Frames) *Table {
	t := &Table{frames: frames}
	for n := frames.Len() - 1; n >= 0; {
		m, ok := readOverflow(frames, n)
		if !ok {
			break
		}
		t.parts = append(t.parts, part{n, m.first, m.first + len(m.each)})
		n = m.before - 1
	}
	slices.Reverse(t.parts)
	return t
}

// readOverflow reads the statistics in frame n, if they are those of frames before it.
func readOverflow(frames Frames, n int) (m overflow, ok bool) {
	if e := frames.Entry(n); e.Games > 0 || e.Input > 0 {
		return m, false
	}
	f, err := frames.Frame(n)
	if err != nil {
		return m, false
	}
	return overflowOf(frames, n, &f)
}

// Statistics returns the overflow statistics of frame n, nil if there are none or they
// can no longer be read.
func (t *Table) Statistics(n int) []byte {
	i := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].end > n })
	if i == len(t.parts) || n < t.parts[i].first {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.load(t.parts[i])
	if !m.holds(n) {
		return nil
	}
	return m.each[n-m.first]
}

// load returns the statistics of a part, from memory if they were read recently.
func (t *Table) load(p part) *overflow {
	switch {
	case t.kept[0].holds(p.first):
	case t.kept[1].holds(p.first):
		t.kept[0], t.kept[1] = t.kept[1], t.kept[0]
	default:
		m, ok := readOverflow(t.frames, p.frame)
		if !ok {
			m = overflow{}
		}
		t.kept[0], t.kept[1] = m, t.kept[0]
	}
	return &t.kept[0]
}

// holds reports whether m has the statistics of frame n.
func (m *overflow) holds(n int) bool { return n >= m.first && n < m.first+len(m.each) }

// Last returns the number of the last index frame with overflow statistics, or -1.
func (t *Table) Last() int {
	if len(t.parts) == 0 {
		return -1
	}
	return t.parts[len(t.parts)-1].frame
}

// IsOverflow reports whether f is an index frame with overflow statistics.
func IsOverflow(f *archive.Frame) bool {
	_, ok := f.Stream(kindOverflow)
	return ok
}

// CheckOverflow returns an error unless the overflow statistics in f, frame number n,
// are those of the frames before it.
func CheckOverflow(frames Frames, n int, f *archive.Frame) error {
	if _, ok := overflowOf(frames, n, f); !ok {
		return corrupt.New("overflow statistics are of other frames")
	}
	return nil
}

// overflowOf returns the statistics in frame n, if they are those of frames before it.
func overflowOf(frames Frames, n int, f *archive.Frame) (m overflow, ok bool) {
	data, ok := f.Stream(kindOverflow)
	if !ok {
		return m, false
	}
	m, err := parseOverflow(data, n)
	if err != nil {
		return m, false
	}
	d := xxhash.New()
	for i := range m.each {
		addChecksum(d, frames.Entry(m.first+i).Sum)
	}
	sum, _ := f.Stream(kindChecksum)
	return m, string(sum) == string(d.Sum(nil))
}

// addChecksum adds the lower half of a frame's checksum to d.
func addChecksum(d *xxhash.Digest, low uint32) {
	_, _ = d.Write(binary.LittleEndian.AppendUint32(nil, low)) // cannot fail
}
