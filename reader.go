package chesszip

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/ctxio"
)

// Reader gives back what was compressed, of an archive or of several that lie end to
// end. As Decompress does, it gives whole frames before a damage and goes on with
// the archive behind it: the damage is the error at the end, in place of io.EOF.
//
// It holds one frame at a time, of up to 4 MiB, with the index of its moves if it has one,
// and decodes it on the goroutine that calls it. With ReaderOptions.Threads it decodes and
// holds so many.
//
// It is not for several goroutines at once.
type Reader struct {
	ctx  context.Context
	opt  settings
	dec  decompression
	err  error    // the first, which stays; io.EOF at the end
	text [][]byte // decoded, not yet given
	row  []codedFrame
}

// NewReader returns a Reader of the archive that r holds up to its end. Of the
// options, Levels, Threads, with one as the default, FullCheck and Progress count. It reads the
// header: the errors are those of r, ErrCorrupt, ErrVersion, *LevelError, ErrLimit and
// ErrOption.
func NewReader(r io.Reader, o *ReaderOptions) (*Reader, error) {
	return NewReaderContext(context.Background(), r, o)
}

// NewReaderContext is NewReader until ctx is done: then all calls return its error
// soon, also where r hangs, whose Read may then still run.
func NewReaderContext(ctx context.Context, r io.Reader, o *ReaderOptions) (*Reader, error) {
	s, err := o.forStreams()
	if err != nil {
		return nil, err
	}
	z := &Reader{opt: s}
	if err := z.ResetContext(ctx, r); err != nil {
		return nil, err
	}
	return z, nil
}

// Reset makes the Reader ready for another archive, with the same options and the
// context of NewReaderContext. The errors are those of NewReader, and stay.
func (z *Reader) Reset(r io.Reader) error { return z.ResetContext(z.ctx, r) }

// ResetContext is Reset with another context.
func (z *Reader) ResetContext(ctx context.Context, r io.Reader) error {
	in := &ctxio.Counter{R: ctxio.Reader(ctx, r)}
	decoders := z.dec.decoders
	if decoders == nil {
		decoders = newDecoders(z.opt.Threads)
	}
	z.ctx, z.text, z.row = ctx, nil, z.row[:0]
	frames, err := archive.NewScanner(in, nil)
	z.dec = decompression{settings: &z.opt, in: in, frames: frames, decoders: decoders, plain: !isSeeker(r), damage: err, dst: (*taken)(z)}
	if err == nil {
		err = z.dec.begin()
	}
	z.err = ctxio.Instead(ctx, err)
	return z.err
}

// taken is a Reader as what its decompression writes to.
type taken Reader

// Write keeps a text.
func (t *taken) Write(p []byte) (int, error) {
	t.text = append(t.text, p)
	return len(p), nil
}

// Read gives bytes of what was compressed. The error is io.EOF at the end, or else
// that of the io.Reader, of the context, *LevelError, or the first ErrCorrupt, ErrVersion
// or ErrLimit. It stays for all calls until Reset.
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

// WriteTo writes all that is left to w. The error is that of w, or, but for io.EOF,
// that of Read.
func (z *Reader) WriteTo(w io.Writer) (written int64, err error) {
	w = ctxio.Writer(z.ctx, w)
	for {
		for len(z.text) > 0 {
			n, err := w.Write(z.text[0])
			written += int64(n)
			if err != nil {
				z.text[0] = z.text[0][n:]
				return written, ctxio.Instead(z.ctx, writeError(err))
			}
			z.text = z.text[1:]
		}
		if z.err != nil {
			return written, unlessEnd(z.err)
		}
		z.decode()
	}
}

// Close gives up the memory of what was not read; it does not close the io.Reader. It
// returns no error.
func (z *Reader) Close() error {
	z.text, z.row, z.err = nil, nil, errReaderClosed
	return nil
}

// Stats says what was read and written so far.
func (z *Reader) Stats() Stats {
	s := z.dec.stats
	s.Sorted = z.dec.unordered
	if z.err == io.EOF {
		s.In = z.dec.in.N
	}
	return s
}

// decode decodes the next frames, or finds out why there are none.
func (z *Reader) decode() {
	more := true
	var err error
	for err == nil && more && len(z.row) < z.opt.Threads {
		var f codedFrame
		if f, more, err = z.dec.next(); more && err == nil {
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
			err = ctxio.Err(z.ctx) // then d is of no use
		}
		if err == nil {
			err = z.dec.done(d)
		}
		return err
	}
	work, stop := context.WithCancel(z.ctx)
	defer stop()
	return z.dec.run(work, stop, func() (f codedFrame, more bool, err error) {
		if len(row) == 0 {
			return f, false, nil
		}
		f, row = row[0], row[1:]
		return f, true, nil
	})
}

// forStreams is withDefaults for a Reader.
func (o *ReaderOptions) forStreams() (settings, error) {
	s, err := o.withDefaults()
	if o == nil || o.Threads == 0 {
		s.Threads = 1
	}
	return s, err
}

// DefaultLimit is the most bytes that Decode appends unless it is told another limit.
const DefaultLimit = 64 << 20

// Encode appends an archive of src to dst, as Compress writes it, with one thread as
// the default. The error is ErrOption or ErrNoList; dst is then returned as it was. For
// many small inputs a Writer and its Reset take less time and memory.
func Encode(dst, src []byte, o *WriterOptions) ([]byte, error) {
	out := appender{dst}
	z := NewWriter(&out, o)
	_, err := z.Write(src)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return dst, err
	}
	return out.b, nil
}

// appender appends what is written to it.
type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

// Decode appends what the archive src gives back to dst: at most limit bytes, 0 meaning
// DefaultLimit, since a small archive may stand for very many. Before a frame is
// decoded it is known what it gives. The error is ErrLimit where there is more, and else
// one of NewReader or Read, with dst and the bytes before it.
func Decode(dst, src []byte, limit int64, o *ReaderOptions) ([]byte, error) {
	if limit < 0 {
		return dst, fmt.Errorf("%w: a limit of %d bytes", ErrOption, limit)
	}
	if limit == 0 {
		limit = DefaultLimit
	}
	z, err := NewReader(bytes.NewReader(src), o)
	if err != nil {
		return dst, err
	}
	z.dec.limit = limit
	for z.err == nil {
		z.decode()
		for _, text := range z.text {
			dst = append(dst, text...)
		}
		z.text = nil
	}
	return dst, unlessEnd(z.err)
}
