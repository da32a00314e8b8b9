package chesszip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Decompress reads an archive, or several that lie end to end, from src up to its
// end and writes the bytes that were compressed to dst. Whole frames are written
// before a later damage is found; damage ends its archive, and the next that lies
// behind it is written nevertheless. The error is that of src or dst, ErrModel, or
// the first ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *Options) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	in := &countingReader{r: src}
	frames, err := archive.NewScanner(in, nil)
	if frames == nil {
		return Stats{In: in.n}, err
	}
	d := decompression{settings: &s, dst: dst, in: in, frames: frames, decoders: newDecoders(s.Threads)}
	d.damage = err
	if err == nil {
		if err := d.begin(); err != nil {
			return Stats{In: in.n}, err
		}
	}
	err = ordered.Run(ctx, s.Threads, d.next, d.decode, d.done)
	if err == nil {
		d.stats.In = in.n
	}
	d.stats.Sorted = d.unordered
	return d.stats, keepFirst(err, d.damage)
}

// decompression is one run of Decompress.
type decompression struct {
	*settings
	dst      io.Writer
	in       *countingReader
	frames   *archive.Scanner
	decoders frameDecoders

	// What next knows: the archive that is being read.
	member    int // its number from 1, 0 between two
	seen      int // archives so far
	model     *learned.Level
	unordered bool // lines of one of them are sorted

	// What done knows.
	stats   Stats
	total   chunk.Checksum
	damaged atomic.Int64 // number of the archive found damaged last
	damage  error        // the first
}

// codedFrame is a frame that was read, or the end of an archive.
type codedFrame struct {
	archive.Frame
	number int
	read   int64 // bytes of the input up to its end
	member int
	model  *learned.Level
	end    bool
	sum    []byte // the summary of an archive that has ended
	err    error  // why it has ended before its end
}

// decodedFrame is what a frame gives back.
type decodedFrame struct {
	codedFrame
	text []byte
	hash uint64
}

// begin looks at the header of an archive.
func (d *decompression) begin() error {
	header := d.frames.Header()
	d.seen++
	model, err := d.modelOf(header.Params)
	if err != nil {
		if d.seen > 1 {
			err = fmt.Errorf("archive %d in the file: %w", d.seen, err)
		}
		return err
	}
	d.member, d.model = d.seen, model
	d.unordered = d.unordered || isSorted(&header)
	return nil
}

// next reads a frame.
func (d *decompression) next() (f codedFrame, more bool, err error) {
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
	for {
		read, err := d.frames.Next()
		f := codedFrame{Frame: read, number: d.frames.Number(), read: d.in.n, member: d.member, model: d.model}
		switch {
		case err == io.EOF:
			f.end, f.sum, d.member = true, d.frames.Summary(), 0
			return f, true, nil
		case err != nil:
			f.end, f.err, d.member = true, err, 0
			return f, true, unlessRefused(err)
		case !frameindex.IsIndex(&read):
			return f, true, nil
		}
	}
}

// unlessRefused returns err, nil where it is about the bytes of an archive.
func unlessRefused(err error) error {
	if isDamage(err) || errors.Is(err, ErrVersion) || errors.Is(err, archive.ErrFeature) {
		return nil
	}
	return err
}

// decode decodes a frame.
func (d *decompression) decode(thread int, f codedFrame) (out decodedFrame, err error) {
	out.codedFrame = f
	if f.end || d.damaged.Load() == int64(f.member) {
		return out, nil
	}
	if out.text, err = d.decoders.decode(thread, f.model, &f.Frame); err != nil {
		out.err = corruptFrame(f.number, f.read, err)
		return out, nil
	}
	out.hash = chunk.Hash(out.text)
	return out, nil
}

// done writes a decoded frame, and checks what an archive has given back at its
// end.
func (d *decompression) done(f decodedFrame) error {
	whole := d.damaged.Load() != int64(f.member)
	if f.end && f.err == nil && whole {
		f.err = corruptInput(d.total.Check(f.sum))
	}
	if f.err != nil {
		if whole || f.member == 0 {
			d.damage = keepFirst(d.damage, f.err)
		}
		d.damaged.Store(int64(f.member))
	}
	if f.end {
		d.total = 0
		return nil
	}
	if f.err != nil || !whole {
		return nil
	}
	d.total.Add(f.hash)
	n, err := d.dst.Write(f.text)
	d.stats.Out += int64(n)
	d.stats.In = f.read
	d.stats.Games += f.Games
	d.stats.Frames++
	d.report(&d.stats)
	return writeError(err)
}

// corruptInput says that err, if any, is damage of the whole archive.
func corruptInput(err error) error {
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// countingReader counts the bytes read.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// isDamage reports whether err is about the bytes of an archive, so that other
// archives of the file can be read nevertheless.
func isDamage(err error) bool { return errors.Is(err, ErrCorrupt) || errors.Is(err, ErrLimit) }

// keepFirst returns the first of two errors.
func keepFirst(first, err error) error { return cmp.Or(first, err) }
