package unpack

import (
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
)

var errClosed = errors.New("chesszip: read after Close")

// Reader returns the output and the errors of Decompress to a caller that reads. It
// decodes as many frames at once as it has threads; with one thread, on the goroutine
// that calls it.
//
// A Reader must not be used by several goroutines at once.
type Reader struct {
	ctx  context.Context
	opt  *Options
	dec  decompression
	err  error    // the first; it stays; io.EOF at the end
	text [][]byte // decoded, not yet read
	row  []coded
}

// NewReader returns a Reader that is ready for Reset.
func NewReader(o *Options) *Reader {
	return &Reader{opt: o, dec: decompression{decoders: NewDecoders(o.Threads)}}
}

// Reset begins with the archives that r holds up to its end, until ctx is done, and
// reads the first header. It keeps memory. All calls return the error.
func (z *Reader) Reset(ctx context.Context, r io.Reader) error {
	from, _, err := open(z.opt, ctxio.Reader(ctx, r))
	z.ctx, z.text, z.row = ctx, nil, z.row[:0]
	z.dec = decompression{opt: z.opt, from: from, decoders: z.dec.decoders, damage: err, dst: (*taken)(z)}
	if err == nil {
		err = z.dec.from.begin()
	}
	z.err = ctxio.Instead(ctx, err)
	return z.err
}

// taken is the writer of a Reader's decompression.
type taken Reader

// Write keeps a text.
func (t *taken) Write(p []byte) (int, error) {
	t.text = append(t.text, p)
	return len(p), nil
}

// Read returns decompressed bytes. The error is io.EOF at the end, or one of Decompress.
// All calls return it until Reset.
func (z *Reader) Read(p []byte) (n int, err error) {
	for len(p) > 0 {
		if len(z.text) == 0 {
			if n > 0 {
				return n, nil
			}
			if z.err != nil {
				return 0, z.err
			}
			z.decode()
			continue
		}
		k := copy(p, z.text[0])
		if n, p = n+k, p[k:]; k == len(z.text[0]) {
			z.text = z.text[1:]
		} else {
			z.text[0] = z.text[0][k:]
		}
	}
	return n, nil
}

// WriteTo writes all remaining bytes to w. The error is that of w, or that of Read
// except io.EOF.
func (z *Reader) WriteTo(w io.Writer) (written int64, err error) {
	w = ctxio.Writer(z.ctx, w)
	for {
		for len(z.text) > 0 {
			n, err := w.Write(z.text[0])
			written += int64(n)
			if err != nil {
				z.text[0] = z.text[0][n:]
				return written, ctxio.Instead(z.ctx, ctxio.WriteError(err))
			}
			z.text = z.text[1:]
		}
		if z.err != nil {
			return written, z.unlessEnd()
		}
		z.decode()
	}
}

// Append appends the remaining bytes to dst, up to the first frame with which the Reader
// would have returned more than limit bytes, including those of Read. The error is then
// archive.ErrLimit, otherwise that of Read except io.EOF.
func (z *Reader) Append(dst []byte, limit int64) ([]byte, error) {
	z.dec.from.limit = limit
	for {
		for _, text := range z.text {
			dst = append(dst, text...)
		}
		z.text = nil
		if z.err != nil {
			return dst, z.unlessEnd()
		}
		z.decode()
	}
}

// unlessEnd returns why the Reader has ended, nil at the end of its input.
func (z *Reader) unlessEnd() error {
	if z.err == io.EOF {
		return nil
	}
	return z.err
}

// Close releases the memory of what was not read.
func (z *Reader) Close() { z.text, z.row, z.err = nil, nil, errClosed }

// Stats returns the statistics of what was read and written so far.
func (z *Reader) Stats() chunk.Stats {
	s := z.dec.stats
	s.Sorted = z.dec.from.unordered
	if z.err == io.EOF {
		s.In = z.dec.from.in.N
	}
	return s
}

// decode decodes the next frames, or sets the error if there are none.
func (z *Reader) decode() {
	more := true
	var err error
	for err == nil && more && len(z.row) < z.opt.Threads {
		var f coded
		if f, more, err = z.dec.from.next(); more && err == nil {
			z.row = append(z.row, f)
		}
	}
	if len(z.row) > 0 {
		if e := z.decodeRow(); e != nil {
			err = e
		}
	}
	if err == nil && !more {
		if err = z.dec.damage; err == nil {
			err = io.EOF
		}
	}
	if err != nil && err != io.EOF {
		err = ctxio.Instead(z.ctx, err)
	}
	z.err = err
}

// decodeRow decodes the frames that were read.
func (z *Reader) decodeRow() error {
	row := z.row
	z.row = z.row[:0]
	defer clear(row)
	if len(row) == 1 {
		d, err := z.dec.decode(z.ctx, 0, row[0])
		if err == nil {
			err = ctxio.Err(z.ctx) // then d is not valid
		}
		if err == nil {
			err = z.dec.done(d)
		}
		return err
	}
	work, stop := context.WithCancel(z.ctx)
	defer stop()
	return z.dec.run(work, stop, func() (f coded, more bool, err error) {
		if len(row) == 0 {
			return f, false, nil
		}
		f, row = row[0], row[1:]
		return f, true, nil
	})
}
