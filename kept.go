package chesszip

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
)

// ErrResume says that an archive was begun with another input or other options.
var ErrResume = errors.New("chesszip: the archive was begun with something else")

// keptFrames gives the frames of an unfinished archive in place of those of an encoder.
type keptFrames struct {
	archive io.ReaderAt
	records *journalReader
	frames  int64 // in archive, and how many of them were given
	taken   int64
	size    int64 // of what is kept of archive, and how much of it was compared
	written int64
	sum     uint32 // of the last record
}

// next returns the record of the next frame, nil if it must be encoded. One goroutine
// at a time calls it.
func (k *keptFrames) next() (*journalRecord, error) {
	if k == nil || k.taken == k.frames {
		return nil, nil
	}
	k.taken++
	if r := k.records.next(); r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("%w: its journal has changed", ErrResume)
}

// end says that the input has ended.
func (k *keptFrames) end() error {
	if k != nil && k.taken < k.frames {
		return fmt.Errorf("%w: the input ends before what was compressed of it", ErrResume)
	}
	return nil
}

// read reads the frame of a record and the bytes of both: its own, and those of the
// frame that indexes it, nil if there is none. Several goroutines may call it.
func (k *keptFrames) read(r *journalRecord) (f archive.Frame, stored, index []byte, err error) {
	both := make([]byte, r.frame+r.index)
	if err := readFull(k.archive, both, r.offset); err != nil {
		return f, nil, nil, err
	}
	stored = both[:r.frame:r.frame]
	if f, _, err = archive.DecodeFrame(stored, nil); err != nil {
		return f, nil, nil, fmt.Errorf("%w: a frame has changed: %w", ErrResume, err)
	}
	if r.index > 0 {
		index = both[r.frame:]
	}
	return f, stored, index, nil
}

// behindKept passes over the first bytes of an archive, which must be those that are
// kept, and writes the others.
type behindKept struct {
	w    io.Writer
	kept *keptFrames
	buf  []byte
}

// Write implements io.Writer.
func (b *behindKept) Write(p []byte) (n int, err error) {
	if left := b.kept.size - b.kept.written; left > 0 {
		n = int(min(left, int64(len(p))))
		if cap(b.buf) < n {
			b.buf = make([]byte, n)
		}
		was := b.buf[:n]
		if err := readFull(b.kept.archive, was, b.kept.written); err != nil {
			return 0, err
		}
		if !bytes.Equal(was, p[:n]) {
			return 0, fmt.Errorf("%w: the archive is not what was written", ErrResume)
		}
		b.kept.written += int64(n)
	}
	if n == len(p) {
		return n, nil
	}
	m, err := b.w.Write(p[n:])
	return n + m, err
}

// maxStored is more than a frame takes, in bytes.
const maxStored = 8 << 20

// readFull reads len(b) bytes at offset. A file that has become shorter is an error.
func readFull(r io.ReaderAt, b []byte, offset int64) error {
	n, err := r.ReadAt(b, offset)
	switch {
	case n == len(b):
		return nil
	case err == nil || err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("chesszip: read: %w", err)
}
