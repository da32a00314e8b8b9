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

// Writer compresses what is written to it, PGN or any other bytes, into an archive:
// the bytes are those of Compress, whatever the sizes of the Writes. Close ends the
// archive. A Writer that is given up needs no Close, but one with WriterOptions.Sort.
//
// It works on one frame at a time, when there are enough bytes for it, on the
// goroutine that calls it: a server has its goroutines already. WriterOptions.Threads sets
// how many frames are worked on at once; so many are then held, of up to 4 MiB each.
//
// It is not for several goroutines at once.
type Writer struct {
	ctx    context.Context
	err    error         // ErrOption
	stream *write.Stream // nil where there is an error
	game   []byte        // memory of Add
}

// NewWriter returns a Writer of an archive to w. The options are those of Compress,
// with one thread as the default. The error of one that is out of range, ErrOption, is
// that of the first Write.
func NewWriter(w io.Writer, o *WriterOptions) *Writer {
	return NewWriterContext(context.Background(), w, o)
}

// NewWriterContext is NewWriter until ctx is done: then Write, Add and Close return
// its error soon, also where w hangs, whose Write may then still run.
func NewWriterContext(ctx context.Context, w io.Writer, o *WriterOptions) *Writer {
	s, err := o.forStreams()
	z := &Writer{err: err}
	if err == nil {
		z.stream = write.NewStream(ctx, s.framing())
	}
	z.ResetContext(ctx, w)
	return z
}

// Reset makes the Writer ready for another archive, to w, with the same options and
// the context of NewWriterContext. It keeps its memory: a game is compressed in a
// tenth of what a new Writer takes.
func (z *Writer) Reset(w io.Writer) { z.ResetContext(z.ctx, w) }

// ResetContext is Reset with another context.
func (z *Writer) ResetContext(ctx context.Context, w io.Writer) {
	z.ctx = ctx
	if z.err == nil {
		z.stream.Reset(ctx, w)
	}
}

// Write compresses bytes of the input: all of them, unless there is an error, which
// is that of the io.Writer, of the context, ErrOption, or ErrNoList with WriterOptions.Sort. It
// stays for all calls until Reset.
func (z *Writer) Write(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	return z.stream.Write(p)
}

// Add writes a game as pgn.AppendGame does: the archive gives back that text.
func (z *Writer) Add(g *pgn.ParsedGame) error {
	z.game = pgn.AppendGame(z.game[:0], g)
	_, err := z.Write(z.game)
	return err
}

// Close compresses what is left and ends the archive; it does not close the
// io.Writer. The errors are those of Write. What was not written is an archive of
// nothing.
func (z *Writer) Close() error {
	if z.err != nil {
		return z.err
	}
	return z.stream.Close()
}

// Stats says what the Writer did, once Close has returned no error.
func (z *Writer) Stats() Stats {
	if z.err != nil {
		return Stats{}
	}
	stats := z.stream.Stats()
	return statsOf(&stats)
}

// forStreams is withDefaults for a Writer.
func (o *WriterOptions) forStreams() (settings, error) {
	s, err := o.withDefaults()
	if o == nil || o.Threads == 0 {
		s.Threads = 1
	}
	return s, err
}

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
	ctx context.Context
	r   *unpack.Reader
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
	z := &Reader{r: unpack.NewReader(s.unframing())}
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
	z.ctx = ctx
	return z.r.Reset(ctx, r)
}

// Read gives bytes of what was compressed. The error is io.EOF at the end, or else
// that of the io.Reader, of the context, *LevelError, or the first ErrCorrupt, ErrVersion
// or ErrLimit. It stays for all calls until Reset.
func (z *Reader) Read(p []byte) (n int, err error) { return z.r.Read(p) }

// WriteTo writes all that is left to w. The error is that of w, or, but for io.EOF,
// that of Read.
func (z *Reader) WriteTo(w io.Writer) (written int64, err error) { return z.r.WriteTo(w) }

// Close gives up the memory of what was not read; it does not close the io.Reader. It
// returns no error.
func (z *Reader) Close() error {
	z.r.Close()
	return nil
}

// Stats says what was read and written so far.
func (z *Reader) Stats() Stats {
	stats := z.r.Stats()
	return returned(&stats)
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
	return z.r.Append(dst, limit)
}
