package extsort

import (
	"bufio"
	"bytes"
	"container/heap"
	"context"
	"encoding/binary"
	"io"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

const (
	// maxRuns is the most runs that are merged at once.
	maxRuns = 64
	// minBuffer is the smallest read buffer of a run, in bytes.
	minBuffer = 4 << 10
)

// cursor is a position in a run, at a record.
type cursor struct {
	in     *bufio.Reader
	number int // of the run: records of earlier runs come first
	key    []byte
	value  value
}

// value reads the value of a record from a file in a folder. Its errors wrap Err.
type value struct {
	io.LimitedReader
	dir string
}

// Read implements io.Reader.
func (v *value) Read(p []byte) (int, error) {
	n, err := v.LimitedReader.Read(p)
	switch {
	case err == io.EOF && v.N > 0:
		err = fileError(v.dir, io.ErrUnexpectedEOF)
	case err != nil && err != io.EOF:
		err = fileError(v.dir, err)
	}
	return n, err
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
	c.value.R, c.value.N = c.in, int64(binary.BigEndian.Uint64(head[4:]))
	return true, nil
}

// cursors are a heap of the runs being merged.
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

// Record is a record in order. It is valid until yield returns. The Record reads its
// value, Size bytes; the error is Err.
type Record struct {
	Key  []byte
	Size int64 // bytes of the value
	io.Reader
}

// shorten merges groups of consecutive runs into new files, until at most maxRuns are
// left, and removes the old files.
func shorten(ctx context.Context, f *file, runs []run, memory int) (*file, []run, error) {
	for len(runs) > maxRuns {
		to, err := createFile(f.dir)
		if err != nil {
			return f, runs, err
		}
		var merged []run
		for left := runs; len(left) > 0; {
			group := left[:min(maxRuns, len(left))]
			left = left[len(group):]
			r, err := to.run(func(w *writer) error { return merge(ctx, f, group, memory, w.record) })
			if err != nil {
				_ = to.close()
				return f, runs, err
			}
			merged = append(merged, r)
		}
		if err := f.close(); err != nil {
			return to, merged, err
		}
		f, runs = to, merged
	}
	return f, runs, nil
}

// record writes a record.
func (w *writer) record(r *Record) error {
	if err := w.head(r.Key, uint64(r.Size)); err != nil {
		return err
	}
	_, err := io.Copy(w, r.Reader)
	return err
}

// merge calls yield with the records of some runs in order.
func merge(ctx context.Context, f *file, runs []run, memory int, yield func(r *Record) error) error {
	size := min(bufferSize, max(minBuffer, memory/len(runs)))
	var open cursors
	for i, r := range runs {
		c := &cursor{in: bufio.NewReaderSize(io.NewSectionReader(f, r.from, r.to-r.from), size), number: i, value: value{dir: f.dir}}
		more, err := c.next()
		if err != nil {
			return fileError(f.dir, err)
		}
		if more {
			open = append(open, c)
		}
	}
	heap.Init(&open)
	for len(open) > 0 {
		if err := ctxio.Err(ctx); err != nil {
			return err
		}
		c := open[0]
		if err := yield(&Record{c.key, c.value.N, &c.value}); err != nil {
			return err
		}
		more, err := c.next()
		switch {
		case err != nil:
			return fileError(f.dir, err)
		case more:
			heap.Fix(&open, 0)
		default:
			heap.Pop(&open)
		}
	}
	return nil
}
