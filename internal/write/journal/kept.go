package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/column/open"
)

// Err reports that an archive was begun with another input or other options.
var Err = errors.New("chesszip: the archive was begun with something else")

// Kept gives the frames of an unfinished archive in place of an encoder's. A nil *Kept
// has none: the archive is new.
type Kept struct {
	archive io.ReaderAt
	records *journalReader
	frames  int64 // number in archive, and number returned so far
	taken   int64
	size    int64 // kept bytes of archive, and bytes compared so far
	written int64
	sum     uint32 // of the last record
}

// Journal returns a Journal to w. With kept frames, it continues after their records;
// otherwise it begins with options: the parameters of the archive's header and a byte of
// flags. The error is that of w.
func (k *Kept) Journal(w io.Writer, options []byte) (*Journal, error) {
	j := &Journal{w: w}
	if k != nil {
		j.sum = k.sum
		return j, nil
	}
	return j, j.begin(options)
}

// Next returns the record of the next frame, nil if that must be encoded. Only one
// goroutine may call it at a time. The error is Err.
func (k *Kept) Next() (*Record, error) {
	if k == nil || k.taken == k.frames {
		return nil, nil
	}
	k.taken++
	if r := k.records.next(); r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("%w: its journal has changed", Err)
}

// End must be called at the end of the input. The error is Err if frames are left.
func (k *Kept) End() error {
	if k != nil && k.taken < k.frames {
		return fmt.Errorf("%w: the input ends before what was compressed of it", Err)
	}
	return nil
}

// Frame reads the frame of a record. The error is Err if the frame
// is not one of input, whose checksum in the frame must be check; or that of reading.
// Several goroutines may call it.
func (k *Kept) Frame(r *Record, input []byte, check uint32) (Frame, error) {
	stored, err := readWhole(k.archive, r.frame, r.offset)
	if err != nil {
		return Frame{}, err
	}
	kept := Frame{Stored: stored, Statistics: r.statistics, Filter: r.filter, Sum: Sum(input)}
	f, _, err := archive.DecodeFrame(kept.Stored, nil)
	if err != nil {
		return Frame{}, fmt.Errorf("%w: a frame has changed: %w", Err, err)
	}
	if f.Input != int64(len(input)) || f.Check != check || r.sum != kept.Sum {
		return Frame{}, fmt.Errorf("%w: the input is not what was compressed", Err)
	}
	kept.Open = open.SetOf(&f)
	kept.Games, kept.Plies, kept.MoveBytes, kept.Columns = f.Games, r.plies, r.moveBytes, r.columns
	return kept, nil
}

// Behind returns a writer of the whole archive, which writes to w only what follows the
// kept bytes. The error of its Write is Err if the first bytes differ from the kept
// ones.
func (k *Kept) Behind(w io.Writer) io.Writer {
	if k == nil {
		return w
	}
	return &behind{w: w, kept: k}
}

type behind struct {
	w    io.Writer
	kept *Kept
}

// Write implements io.Writer.
func (b *behind) Write(p []byte) (n int, err error) {
	if left := b.kept.size - b.kept.written; left > 0 {
		n = int(min(left, int64(len(p))))
		was, err := readWhole(b.kept.archive, int64(n), b.kept.written)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(was, p[:n]) {
			return 0, fmt.Errorf("%w: the archive is not what was written", Err)
		}
		b.kept.written += int64(n)
	}
	if n == len(p) {
		return n, nil
	}
	m, err := b.w.Write(p[n:])
	return n + m, err
}

// readWhole reads n bytes at offset. A shortened file is an error.
func readWhole(r io.ReaderAt, n, offset int64) ([]byte, error) {
	b, err := ctxio.ReadWhole(context.Background(), r, n, offset)
	return b, ctxio.ReadError(err)
}
