package chesszip

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/pgn"
)

// Writer compresses what is written to it, PGN or any other bytes, into an archive. The
// output is that of Compress, whatever the sizes of the Writes. Close ends the archive.
// An abandoned Writer need not be closed, unless WriterOptions.Sort is set. The zero Writer
// has the default options, and needs a Reset.
//
// By default a Writer compresses one frame at a time, when it has enough bytes, on the
// goroutine that calls it. WriterOptions.Threads sets how many frames it compresses at
// once; it holds as many, of up to 4 MiB each.
//
// A Writer must not be used by several goroutines at once.
type Writer struct {
	err    error         // ErrOption
	stream *write.Stream // nil where there is an error
	game   []byte        // reused by Add
}

// NewWriter returns a Writer of an archive to w. The options are those of Compress; the
// default is one thread. If an option is out of range, the first Write returns
// ErrOption. When ctx is done, Write, Add and Close soon return its error, even if w
// blocks; its Write may then still run.
func NewWriter(ctx context.Context, w io.Writer, o *WriterOptions) *Writer {
	opt, err := o.writing(1)
	z := &Writer{err: err}
	if err == nil {
		z.stream = write.NewStream(ctx, opt)
	}
	z.Reset(ctx, w)
	return z
}

// Reset prepares the Writer for another archive, to w, with the same options. It keeps its
// memory: a game then takes a tenth of the time that it takes with a new Writer.
func (z *Writer) Reset(ctx context.Context, w io.Writer) {
	if z.stream == nil && z.err == nil { // the zero Writer
		var opt *write.Options
		if opt, z.err = (*WriterOptions)(nil).writing(1); z.err == nil {
			z.stream = write.NewStream(ctx, opt)
		}
	}
	if z.err == nil {
		z.stream.Reset(ctx, w)
	}
}

// Write compresses p. It takes all of p unless there is an error: that of the io.Writer,
// of the context, ErrOption, or ErrNoList with WriterOptions.Sort. All calls return the
// error until Reset.
func (z *Writer) Write(p []byte) (n int, err error) {
	if err := z.unready(); err != nil {
		return 0, err
	}
	return z.stream.Write(p)
}

// Add writes a game as pgn.AppendGame formats it: the archive gives back that text.
func (z *Writer) Add(g *pgn.ParsedGame) error {
	z.game = pgn.AppendGame(z.game[:0], g)
	_, err := z.Write(z.game)
	return err
}

// Close compresses the remaining bytes and ends the archive; it does not close the
// io.Writer. The errors are those of Write. Without any Write the result is an empty
// archive.
func (z *Writer) Close() error {
	if err := z.unready(); err != nil {
		return err
	}
	return z.stream.Close()
}

// errNoReset reports that a zero Writer or Reader was used without Reset.
var errNoReset = fmt.Errorf("%w: Reset was not called", ErrOption)

// unready returns the error of a Writer that cannot write.
func (z *Writer) unready() error {
	if z.err == nil && z.stream == nil {
		return errNoReset
	}
	return z.err
}

// Stats returns the statistics, once Close has returned no error.
func (z *Writer) Stats() Stats {
	if z.unready() != nil {
		return Stats{}
	}
	return statsOf(z.stream.Stats())
}

// Reader decompresses an archive, or several concatenated archives. As Decompress does,
// it returns the frames before damage and goes on with the archive after it; the damage
// is the error at the end, in place of io.EOF.
//
// By default a Reader holds one frame at a time, of up to 4 MiB, with its index of moves
// if it has one, and decodes it on the goroutine that calls it. ReaderOptions.Threads
// sets how many frames it holds and decodes at once.
//
// A Reader must not be used by several goroutines at once. The zero Reader has the default
// options, and needs a Reset.
type Reader struct {
	r *unpack.Reader
}

// NewReader returns a Reader of the archive that r holds up to its end. Of the options,
// Levels, Threads (default one) and Progress are used. It reads the header:
// the errors are those of r, ErrCorrupt, ErrVersion, *LevelError, ErrLimit and
// ErrOption. When ctx is done, all calls soon return its error, even if r blocks; its Read
// may then still run.
func NewReader(ctx context.Context, r io.Reader, o *ReaderOptions) (*Reader, error) {
	opt, err := o.reading(1)
	if err != nil {
		return nil, err
	}
	z := &Reader{r: unpack.NewReader(opt)}
	if err := z.Reset(ctx, r); err != nil {
		return nil, err
	}
	return z, nil
}

// Reset prepares the Reader for another archive, with the same options. The errors are
// those of NewReader, and all calls return them.
func (z *Reader) Reset(ctx context.Context, r io.Reader) error {
	if z.r == nil { // the zero Reader
		opt, err := (*ReaderOptions)(nil).reading(1)
		if err != nil {
			return err
		}
		z.r = unpack.NewReader(opt)
	}
	return z.r.Reset(ctx, r)
}

// Read returns decompressed bytes. The error is io.EOF at the end, or that of the
// io.Reader, of the context, *LevelError, or the first ErrCorrupt, ErrVersion or
// ErrLimit. All calls return it until Reset.
func (z *Reader) Read(p []byte) (n int, err error) {
	if z.r == nil {
		return 0, errNoReset
	}
	return z.r.Read(p)
}

// WriteTo writes all remaining bytes to w. The error is that of w, or that of Read
// except io.EOF.
func (z *Reader) WriteTo(w io.Writer) (written int64, err error) {
	if z.r == nil {
		return 0, errNoReset
	}
	return z.r.WriteTo(w)
}

// Close releases the memory of the frames that were not read; it does not close the
// io.Reader. It returns no error.
func (z *Reader) Close() error {
	if z.r != nil {
		z.r.Close()
	}
	return nil
}

// Stats returns the statistics of what was read and written so far.
func (z *Reader) Stats() Stats {
	if z.r == nil {
		return Stats{}
	}
	return statsOf(z.r.Stats())
}

// DefaultLimit is the most bytes that Decode appends if its limit is 0.
const DefaultLimit = 64 << 20

// Encode appends an archive of src to dst, as Compress writes it; the default is one
// thread. The error is ErrOption or ErrNoList, and dst is then returned unchanged. For
// many small inputs a Writer with Reset takes less time and memory.
func Encode(dst, src []byte, o *WriterOptions) ([]byte, error) {
	out := appender{dst}
	z := NewWriter(context.Background(), &out, o)
	_, err := z.Write(src)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return dst, err
	}
	return out.b, nil
}

type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

// Decode appends the decompressed bytes of the archive src to dst, at most limit bytes;
// 0 means DefaultLimit. The limit protects against a small archive of very many bytes:
// the size of a frame is known before it is decoded. The error is ErrLimit if there is
// more, or one of NewReader or Read; the bytes before the error are returned.
func Decode(dst, src []byte, limit int64, o *ReaderOptions) ([]byte, error) {
	if limit < 0 {
		return dst, fmt.Errorf("%w: a limit of %d bytes", ErrOption, limit)
	}
	if limit == 0 {
		limit = DefaultLimit
	}
	z, err := NewReader(context.Background(), bytes.NewReader(src), o)
	if err != nil {
		return dst, err
	}
	return z.r.Append(dst, limit)
}
