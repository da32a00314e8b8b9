// Package extsort sorts records that may exceed memory. It holds records up to a
// limit in memory, writes more as sorted runs to a temporary file, and merges the
// runs.
//
// # Temporary file
//
//	run     | record | record | ... |                        in order
//	record  | key length, 4 | value length, 8 | key | value |   numbers big-endian
//
// Records with equal keys stay in the order in which they were added, so the order
// does not depend on the limit. A record larger than the limit is a run by itself.
// Only its user can read the file. Where the system allows it, the file has no name,
// so that nothing is left of it however the program ends.
package extsort

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

const (
	// DefaultMemory is the limit of a Sorter by default, in bytes.
	DefaultMemory = 32 << 20
	// entrySize is the memory of a record besides its bytes.
	entrySize = 64
	// blockSize is the number of bytes allocated at once for records.
	blockSize = 1 << 20
)

// Sorter sorts records. It must not be used by several goroutines at once.
type Sorter struct {
	dir     string
	memory  int
	block   []byte
	entries []entry
	held    int // bytes of the records in memory, and of their entries
	file    *file
	runs    []run
	last    []byte // key of the last record of the last run
}

// entry is a record in memory: its key and then its value.
type entry struct {
	bytes []byte
	key   uint32 // length of the key
	order uint32
}

// New returns a Sorter with temporary files in dir, or in os.TempDir if dir is "". It
// holds about memory bytes of records, or DefaultMemory if memory is 0.
func New(dir string, memory int) *Sorter {
	if memory <= 0 {
		memory = DefaultMemory
	}
	return &Sorter{dir: dir, memory: memory}
}

// Add adds a record whose value is the concatenation of the parts.
func (s *Sorter) Add(key []byte, value ...[]byte) error {
	size := len(key)
	for _, part := range value {
		size += len(part)
	}
	if s.held+size+entrySize > s.memory {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if size+entrySize > s.memory {
		return s.AddLarge(key, func(w io.Writer) error {
			for _, part := range value {
				if _, err := w.Write(part); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if size > cap(s.block)-len(s.block) {
		s.block = make([]byte, 0, max(size, min(blockSize, s.memory)))
	}
	from := len(s.block)
	s.block = append(s.block, key...)
	for _, part := range value {
		s.block = append(s.block, part...)
	}
	s.entries = append(s.entries, entry{s.block[from:len(s.block):len(s.block)], uint32(len(key)), uint32(len(s.entries))})
	s.held += size + entrySize
	return nil
}

// AddLarge adds a record whose value write writes. It is not held in memory.
func (s *Sorter) AddLarge(key []byte, write func(io.Writer) error) error {
	if err := s.spill(); err != nil {
		return err
	}
	return s.addRun(key, key, func(w *writer) error {
		start := w.at
		if err := w.head(key, 0); err != nil {
			return err
		}
		value := w.at
		if err := write(w); err != nil {
			return err
		}
		return w.setSize(start, uint64(w.at-value))
	})
}

// spill writes the records in memory as a run.
func (s *Sorter) spill() error {
	if len(s.entries) == 0 {
		return nil
	}
	s.sort()
	first, last := s.entries[0], s.entries[len(s.entries)-1]
	err := s.addRun(first.bytes[:first.key], last.bytes[:last.key], func(w *writer) error {
		for _, e := range s.entries {
			if err := w.head(e.bytes[:e.key], uint64(len(e.bytes))-uint64(e.key)); err != nil {
				return err
			}
			if _, err := w.Write(e.bytes[e.key:]); err != nil {
				return err
			}
		}
		return nil
	})
	clear(s.entries)
	s.entries, s.block, s.held = s.entries[:0], nil, 0
	return err
}

// sort sorts the records in memory.
func (s *Sorter) sort() {
	slices.SortFunc(s.entries, func(a, b entry) int {
		if c := bytes.Compare(a.bytes[:a.key], b.bytes[:b.key]); c != 0 {
			return c
		}
		return int(a.order) - int(b.order)
	})
}

// addRun writes a run, with its first and last key, after the others. It continues
// the last run if the order allows it, so records that come in order are one run.
func (s *Sorter) addRun(first, last []byte, write func(w *writer) error) (err error) {
	if s.file == nil {
		if s.file, err = createFile(s.dir); err != nil {
			return err
		}
	}
	r, err := s.file.run(write)
	if err != nil {
		return err
	}
	if n := len(s.runs); n > 0 && bytes.Compare(s.last, first) <= 0 {
		s.runs[n-1].to = r.to
	} else {
		s.runs = append(s.runs, r)
	}
	s.last = append(s.last[:0], last...)
	return nil
}

// Each calls yield with the records in order, until ctx is done or yield returns an
// error, which Each returns. It may be called again; no record may be added after it.
func (s *Sorter) Each(ctx context.Context, yield func(r *Record) error) error {
	if len(s.runs) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
		var err error
		if s.file, s.runs, err = shorten(ctx, s.file, s.runs, s.memory); err != nil {
			return err
		}
		return merge(ctx, s.file, s.runs, s.memory, yield)
	}
	s.sort()
	var value bytes.Reader
	for _, e := range s.entries {
		if err := ctxio.Err(ctx); err != nil {
			return err
		}
		value.Reset(e.bytes[e.key:])
		r := &Record{e.bytes[:e.key], int64(value.Len()), &value}
		if err := yield(r); err != nil {
			return err
		}
	}
	return nil
}

// Close removes the temporary file and releases the memory.
func (s *Sorter) Close() error {
	f := s.file
	*s = Sorter{dir: s.dir, memory: s.memory}
	if f == nil {
		return nil
	}
	return f.close()
}
