package chesszip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/internal/streamed"
)

// Decompress reads an archive, or several that lie end to end, from src up to its
// end and writes the bytes that were compressed to dst. Whole frames are written
// before a later damage is found; damage ends its archive, and the next that lies
// behind it is written nevertheless. The error is that of src or dst, *LevelError, or
// the first ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *ReaderOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	stats, err := s.decompress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src), isSeeker(src))
	return stats, ctxio.Instead(ctx, err)
}

// decompress writes what archives give back; stop cancels ctx, which ends Reads and
// Writes. Whole says that all of src is there.
func (s *settings) decompress(ctx context.Context, stop func(), dst io.Writer, src io.Reader, whole bool) (Stats, error) {
	in := &ctxio.Counter{R: src}
	frames, err := archive.NewScanner(in, nil)
	if frames == nil {
		return Stats{In: in.N}, err
	}
	d := decompression{settings: s, dst: dst, in: in, frames: frames, decoders: newDecoders(s.Threads), plain: !whole}
	d.damage = err
	if err == nil {
		if err := d.begin(); err != nil {
			return Stats{In: in.N}, err
		}
	}
	err = d.run(ctx, stop, d.next)
	if err == nil {
		d.stats.In = in.N
	}
	d.stats.Sorted = d.unordered
	return d.stats, keepFirst(err, d.damage)
}

// decompression is one run of Decompress.
type decompression struct {
	*settings
	dst      io.Writer
	in       *ctxio.Counter
	frames   *archive.Scanner
	decoders frameDecoders

	// What next knows: the archive that is being read.
	member    int // its number from 1, 0 between two
	seen      int // archives so far
	coding    coding
	unordered bool       // lines of one of them are sorted
	limit     int64      // of all bytes, 0 for none
	claimed   int64      // by the frames so far
	waiting   *readFrame // was read already
	plain     bool       // no index frame is expected behind a frame

	// What done knows.
	stats   Stats
	damaged atomic.Int64 // number of the archive found damaged last
	damage  error        // the first
}

// run decodes and writes the frames that next gives.
func (d *decompression) run(ctx context.Context, stop func(), next func() (codedFrame, bool, error)) error {
	decode := func(thread int, f codedFrame) (decodedFrame, error) { return d.decode(ctx, thread, f) }
	return ordered.Run(ctx, stop, d.Threads, next, decode, d.done)
}

// codedFrame is a frame that was read, or the end of an archive.
type codedFrame struct {
	archive.Frame
	number int
	read   int64 // bytes of the input up to its end
	member int
	coding coding
	index  *archive.Frame // what is known of it beside, nil for nothing
	end    bool
	err    error // why it has ended before its end
}

// decodedFrame is what a frame gives back.
type decodedFrame struct {
	codedFrame
	text []byte
}

// begin looks at the header of an archive.
func (d *decompression) begin() error {
	header := d.frames.Header()
	d.seen++
	coding, err := d.codingOf(header.Params)
	if err != nil {
		if d.seen > 1 {
			err = fmt.Errorf("archive %d in the file: %w", d.seen, err)
		}
		return err
	}
	d.member, d.coding = d.seen, coding
	d.unordered = d.unordered || isSorted(&header)
	return nil
}

// isSeeker reports whether all of a stream is there: then nobody waits for what is behind
// a frame. Where it comes as it is made, an index is expected once there was one.
func isSeeker(src io.Reader) bool {
	s, ok := src.(io.Seeker)
	if !ok {
		return false
	}
	_, err := s.Seek(0, io.SeekCurrent)
	return err == nil
}

// readFrame is what read has returned.
type readFrame struct {
	codedFrame
	more bool
	err  error
}

// next reads a frame of games, or the end of an archive, and the index frame behind it:
// what that has, nobody needs to decode.
func (d *decompression) next() (f codedFrame, more bool, err error) {
	at := d.take()
	for at.more && at.err == nil && frameindex.IsIndex(&at.Frame) {
		d.plain = false // the next frame may have one, too
		at = d.take()
	}
	if !at.more || at.err != nil || at.end || d.plain || d.FullCheck || !d.frames.FrameFollows() {
		return at.codedFrame, at.more, at.err
	}
	sum := d.frames.Entry().Sum
	behind := d.take()
	if d.plain = !frameindex.IsIndex(&behind.Frame) || !frameindex.IsOf(&behind.Frame, sum); d.plain {
		d.waiting = &behind
	} else if d.frames.Entry().Length <= maxIndex {
		at.index = &behind.Frame
	}
	return at.codedFrame, true, nil
}

// take reads a frame, unless it was read.
func (d *decompression) take() (r readFrame) {
	if d.waiting != nil {
		r, d.waiting = *d.waiting, nil
		return r
	}
	r.codedFrame, r.more, r.err = d.read()
	return r
}

// read reads a frame, of games or of an index.
func (d *decompression) read() (f codedFrame, more bool, err error) {
	if d.member == 0 {
		switch err := d.frames.NextMember(); {
		case err == io.EOF || errors.Is(err, ErrLimit): // the latter comes after damage
			return f, false, nil
		case err != nil:
			return codedFrame{end: true, err: err}, true, unlessRefused(err)
		}
		if err := d.begin(); err != nil {
			return f, false, err
		}
	}
	read, err := d.frames.Next()
	f = codedFrame{Frame: read, number: d.frames.Number(), read: d.in.N, member: d.member, coding: d.coding}
	switch {
	case err == io.EOF:
		f.end, d.member = true, 0
		return f, true, nil
	case err != nil:
		f.end, f.err, d.member = true, err, 0
		return f, true, unlessRefused(err)
	}
	if d.claimed += read.Input; d.limit > 0 && d.claimed > d.limit {
		return f, false, fmt.Errorf("%w: the archive gives more than %d bytes", ErrLimit, d.limit)
	}
	return f, true, nil
}

// unlessRefused returns err, nil where it is about the bytes of an archive.
func unlessRefused(err error) error {
	if streamed.IsOfBytes(err) {
		return nil
	}
	return err
}

// decode decodes a frame.
func (d *decompression) decode(ctx context.Context, thread int, f codedFrame) (out decodedFrame, err error) {
	out.codedFrame = f
	if f.end || d.damaged.Load() == int64(f.member) {
		return out, nil
	}
	if out.text, err = d.decoders.decode(ctx, thread, f.coding, &f.Frame, f.index); err != nil {
		out.err = corruptFrame(f.number, f.read, err)
		return out, nil
	}
	return out, nil
}

// done writes a decoded frame.
func (d *decompression) done(f decodedFrame) error {
	whole := d.damaged.Load() != int64(f.member)
	if f.err != nil {
		if whole || f.member == 0 {
			d.damage = keepFirst(d.damage, f.err)
		}
		d.damaged.Store(int64(f.member))
	}
	if f.end || f.err != nil || !whole {
		return nil
	}
	n, err := d.dst.Write(f.text)
	d.stats.Out += int64(n)
	d.stats.In = f.read
	d.stats.Games += f.Games
	d.stats.Frames++
	d.report(&d.stats)
	return writeError(err)
}

// keepFirst returns the first of two errors.
func keepFirst(first, err error) error { return cmp.Or(first, err) }
