package chesszip

import (
	"context"
	"io"

	"github.com/chesszip/chesszip/internal/framing"
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
	err    error           // ErrOption
	stream *framing.Stream // nil where there is an error
	game   []byte          // memory of Add
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
		z.stream = framing.NewStream(ctx, s.framing())
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
