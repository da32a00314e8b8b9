package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"slices"
)

// spool sorts texts by keys, in bounded memory: the rest is in a temporary file, in
// sorted runs.
//
//	run    | key, 4 bytes | length, 4 bytes | text | ... |     by key
type spool struct {
	file *output
	size int64
	runs [][2]int64 // beginning and end of each

	texts   []byte
	waiting []spooled
}

// spooled is a text in memory.
type spooled struct{ key, from, size uint32 }

const (
	// maxSpool is the greatest size of texts in memory, except for a single text, and
	// maxSpooled the greatest number of entries.
	maxSpool   = 16 << 20
	maxSpooled = 1 << 20
	// spoolHead begins a temporary file.
	spoolHead = "spool\n"
	entryHead = 8
)

// newSpool returns a spool with a temporary file next to the output name.
func (c *console) newSpool(ctx context.Context, name string) (*spool, error) {
	p := &place{console: c, name: name, target: name}
	file, err := p.create(ctx)
	if err != nil {
		return nil, err
	}
	s := &spool{file: file, size: int64(len(spoolHead)), texts: make([]byte, 0, maxSpool)}
	if _, err := file.Write([]byte(spoolHead)); err != nil {
		file.discard()
		return nil, err
	}
	return s, nil
}

// add adds a text under each of some keys.
func (s *spool) add(text []byte, keys ...uint32) error {
	from := len(s.texts)
	s.texts = append(s.texts, text...)
	for _, key := range keys {
		s.waiting = append(s.waiting, spooled{key, uint32(from), uint32(len(text))})
	}
	if len(s.texts) < maxSpool && len(s.waiting) < maxSpooled {
		return nil
	}
	return s.flush()
}

// flush writes a run.
func (s *spool) flush() error {
	slices.SortStableFunc(s.waiting, func(a, b spooled) int { return int(a.key) - int(b.key) })
	out := bufio.NewWriterSize(s.file, bufferSize)
	from := s.size
	for _, w := range s.waiting {
		var head [entryHead]byte
		binary.LittleEndian.PutUint32(head[:], w.key)
		binary.LittleEndian.PutUint32(head[4:], w.size)
		if _, err := out.Write(head[:]); err != nil {
			return err
		}
		if _, err := out.Write(s.texts[w.from : w.from+w.size]); err != nil {
			return err
		}
		s.size += entryHead + int64(w.size)
	}
	s.runs = append(s.runs, [2]int64{from, s.size})
	s.texts, s.waiting = s.texts[:0], s.waiting[:0]
	return out.Flush()
}

// sorted returns a reader of the texts of each key; keys must be requested in ascending
// order.
func (s *spool) sorted() (*spoolReader, error) {
	if err := s.flush(); err != nil {
		return nil, err
	}
	s.texts, s.waiting = nil, nil
	r := &spoolReader{name: s.file.name}
	size := min(max(maxSpool/len(s.runs), 4<<10), bufferSize)
	for _, run := range s.runs {
		section := io.NewSectionReader(s.file.file, run[0], run[1]-run[0])
		r.runs = append(r.runs, &runReader{buf: bufio.NewReaderSize(section, size)})
		if err := r.runs[len(r.runs)-1].next(); err != nil {
			return nil, r.failed(err)
		}
	}
	return r, nil
}

func (s *spool) close() { s.file.discard() }

// runReader reads a run. Key and left, the unread bytes of a text, are those of the
// current entry.
type runReader struct {
	buf  *bufio.Reader
	key  uint32
	left int64
	// fresh reports that nothing of the text has been read; end, that there is no entry.
	fresh, end bool
}

// next goes to the next entry.
func (r *runReader) next() error {
	var head [entryHead]byte
	_, err := io.ReadFull(r.buf, head[:])
	if err == io.EOF {
		r.end = true
		return nil
	}
	r.fresh = true
	r.key, r.left = binary.LittleEndian.Uint32(head[:]), int64(binary.LittleEndian.Uint32(head[4:]))
	return err
}

// spoolReader reads the texts of a key, one after the other, from all runs. After a text
// without a line end it inserts a blank line.
type spoolReader struct {
	name string
	runs []*runReader
	key  uint32
	at   int // the run
	last byte
	add  string // to be returned next
}

// begin starts a key.
func (r *spoolReader) begin(key uint32) { r.key, r.at, r.last, r.add = key, 0, '\n', "" }

// Read implements io.Reader.
func (r *spoolReader) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for {
		if r.add != "" {
			n := copy(b, r.add)
			r.add = r.add[n:]
			return n, nil
		}
		if r.at == len(r.runs) {
			return 0, io.EOF
		}
		run := r.runs[r.at]
		if run.end || run.key != r.key {
			r.at++
			continue
		}
		if r.last != '\n' && run.fresh {
			r.last, r.add = '\n', "\n\n"
			continue
		}
		n, err := run.buf.Read(b[:min(int64(len(b)), run.left)])
		run.left -= int64(n)
		run.fresh = false
		if n > 0 {
			r.last = b[n-1]
		}
		if err == nil && run.left == 0 {
			err = run.next()
		}
		if err != nil {
			err = r.failed(err)
		}
		return n, err
	}
}

// failed returns a read error of the temporary file.
func (r *spoolReader) failed(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return failed("", "read the temporary file of %s: %w", r.name, bare(err))
}
