package extsort

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"io"
)

const (
	// maxRuns is how many runs are merged at once.
	maxRuns = 64
	// minBuffer is the least buffer of a run that is read.
	minBuffer = 4 << 10
)

// cursor is at a record of a run.
type cursor struct {
	in     *bufio.Reader
	number int // of the run: records of earlier runs come first
	key    []byte
	value  io.LimitedReader
}

// next goes to the next record; false at the end of the run.
func (c *cursor) next() (bool, error) {
	if _, err := io.Copy(io.Discard, &c.value); err != nil {
		return false, err
	}
	var head [headSize]byte
	if _, err := io.ReadFull(c.in, head[:]); err != nil {
		if err == io.EOF {
			return false, nil
		}
		return false, err
	}
	n := int(binary.BigEndian.Uint32(head[:]))
	if cap(c.key) < n {
		c.key = make([]byte, n)
	}
	c.key = c.key[:n]
	if _, err := io.ReadFull(c.in, c.key); err != nil {
		return false, err
	}
	c.value = io.LimitedReader{R: c.in, N: int64(binary.BigEndian.Uint64(head[4:]))}
	return true, nil
}

// cursors are a heap of the runs that are merged.
type cursors []*cursor

func (c cursors) Len() int { return len(c) }
func (c cursors) Less(i, j int) bool {
	if d := bytes.Compare(c[i].key, c[j].key); d != 0 {
		return d < 0
	}
	return c[i].number < c[j].number
}
func (c cursors) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)   { *c = append(*c, x.(*cursor)) }
func (c *cursors) Pop() any {
	old := *c
	last := old[len(old)-1]
	*c = old[:len(old)-1]
	return last
}

// merge calls yield with the records of all runs in order.
func (s *Sorter) merge(yield func(r *Record) error) error {
	for len(s.runs) > maxRuns {
		if err := s.shorten(); err != nil {
			return err
		}
	}
	return s.mergeRuns(s.runs, yield)
}

// shorten merges groups of runs that follow one another into a new file.
func (s *Sorter) shorten() error {
	to, err := createFile(s.dir)
	if err != nil {
		return err
	}
	var merged []run
	for left := s.runs; len(left) > 0 && err == nil; {
		group := left[:min(maxRuns, len(left))]
		left = left[len(group):]
		var r run
		r, err = to.run(func(w *writer) error {
			return s.mergeRuns(group, func(r *Record) error {
				if err := w.head(r.Key, uint64(r.Size)); err != nil {
					return err
				}
				_, err := io.Copy(w, r.Reader)
				return err
			})
		})
		merged = append(merged, r)
	}
	if err != nil {
		_ = to.close()
		return err
	}
	old := s.file
	s.file, s.runs = to, merged
	return old.close()
}

// mergeRuns calls yield with the records of some runs in order.
func (s *Sorter) mergeRuns(runs []run, yield func(r *Record) error) error {
	fail := func(err error) error { return fileError(s.file.dir, err) }
	size := min(bufferSize, max(minBuffer, s.memory/len(runs)))
	var open cursors
	for i, r := range runs {
		c := &cursor{in: bufio.NewReaderSize(io.NewSectionReader(s.file, r.from, r.to-r.from), size), number: i}
		more, err := c.next()
		if err != nil {
			return fail(err)
		}
		if more {
			open = append(open, c)
		}
	}
	heap.Init(&open)
	for len(open) > 0 {
		c := open[0]
		if err := yield(&Record{c.key, c.value.N, &c.value}); err != nil {
			return err
		}
		more, err := c.next()
		switch {
		case err != nil:
			return fail(err)
		case more:
			heap.Fix(&open, 0)
		default:
			heap.Pop(&open)
		}
	}
	return nil
}
