package chesszip

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/pgn"
)

var (
	errWriterClosed = errors.New("chesszip: write after Close")
	errReaderClosed = errors.New("chesszip: read after Close")
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
	ctx context.Context
	opt settings
	dst io.Writer
	err error // the first, which stays

	chunks  *chunk.Splitter
	pending []chunk.Chunk // that are waiting for others, to be worked on at once
	frames  framing
	game    []byte // memory of Add
	stats   Stats
	sorting *sorting
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
	z := &Writer{opt: s, chunks: chunk.NewFed(ctx)}
	z.frames = framing{settings: &z.opt}
	if err == nil {
		z.frames.encoders = newEncoders(&z.opt, z.opt.level)
	}
	z.ResetContext(ctx, w)
	z.err = err
	return z
}

// Reset makes the Writer ready for another archive, to w, with the same options and
// the context of NewWriterContext. It keeps its memory: a game is compressed in a
// tenth of what a new Writer takes.
func (z *Writer) Reset(w io.Writer) { z.ResetContext(z.ctx, w) }

// ResetContext is Reset with another context.
func (z *Writer) ResetContext(ctx context.Context, w io.Writer) {
	z.sorting.stop()
	z.frames.stop()
	if !errors.Is(z.err, ErrOption) {
		z.err = nil
	}
	z.ctx, z.dst, z.stats, z.sorting = ctx, ctxio.Writer(ctx, w), Stats{}, nil
	z.frames.out = nil
	clear(z.pending)
	z.pending = z.pending[:0]
	z.chunks.Reset()
}

// Write compresses bytes of the input: all of them, unless there is an error, which
// is that of the io.Writer, of the context, ErrOption, or ErrNoList with WriterOptions.Sort. It
// stays for all calls until Reset.
func (z *Writer) Write(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	if z.opt.Sort {
		return z.writeSorted(p)
	}
	for {
		k := z.chunks.Feed(p[n:])
		if n += k; n == len(p) {
			return n, nil
		}
		if z.err = z.cut(); z.err != nil {
			return n, z.err
		}
	}
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
	switch {
	case z.err == errWriterClosed:
		return nil
	case z.err != nil:
		z.sorting.stop()
		return z.err
	case z.opt.Sort:
		z.err = z.closeSorted()
	default:
		z.chunks.End()
		if z.err = z.cut(); z.err == nil {
			z.err = z.flush()
		}
		if z.err == nil {
			work, stop := context.WithCancel(z.ctx)
			z.stats, z.err = z.frames.end(work, stop)
			stop()
			z.err = ctxio.Instead(z.ctx, z.err)
			z.stats.Out = z.frames.out.Size()
		}
	}
	if z.err != nil {
		return z.err
	}
	z.err = errWriterClosed
	return nil
}

// Stats says what the Writer did, once Close has returned no error.
func (z *Writer) Stats() Stats { return z.stats }

// cut makes frames of the chunks that the input so far has, and begins the archive
// before the first.
func (z *Writer) cut() error {
	if err := z.begin(); err != nil {
		return err
	}
	for {
		c, err := z.chunks.Next()
		switch {
		case err == chunk.ErrMore || err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		z.frames.see(&c)
		if z.pending = append(z.pending, c); len(z.pending) == z.opt.Threads {
			if err := z.flush(); err != nil {
				return err
			}
		}
	}
}

// begin writes the header, unless it is there.
func (z *Writer) begin() error {
	if z.frames.out != nil {
		return nil
	}
	out, err := z.opt.newArchive(z.dst, paramsOf(z.opt.level))
	if err != nil {
		return ctxio.Instead(z.ctx, err)
	}
	return ctxio.Instead(z.ctx, z.frames.begin(out))
}

// flush makes and writes the frames of the chunks that wait.
func (z *Writer) flush() error {
	waiting := z.pending
	defer func() {
		clear(z.pending)
		z.pending = z.pending[:0]
	}()
	if len(waiting) == 1 {
		e, err := z.frames.encode(z.ctx, 0, &waiting[0])
		if err == nil {
			err = z.frames.write(e)
		}
		return ctxio.Instead(z.ctx, err)
	}
	work, stop := context.WithCancel(z.ctx)
	defer stop()
	return ctxio.Instead(z.ctx, z.frames.run(work, stop, func() (c chunk.Chunk, more bool, err error) {
		if len(waiting) == 0 {
			return c, false, nil
		}
		c, waiting = waiting[0], waiting[1:]
		return c, true, nil
	}))
}

// sorting is the Compress of a Writer that sorts: it needs much of its input before it
// can begin, and reads it from a pipe.
type sorting struct {
	in     *io.PipeWriter
	cancel func()
	wait   sync.WaitGroup
	stats  Stats
	err    error
}

// stop ends the work, unless it has ended.
func (s *sorting) stop() {
	if s != nil {
		s.cancel()
		s.wait.Wait()
	}
}

// writeSorted is Write with WriterOptions.Sort.
func (z *Writer) writeSorted(p []byte) (n int, err error) {
	if z.sorting == nil {
		z.startSorting()
	}
	if n, err = z.sorting.in.Write(p); err != nil {
		z.sorting.wait.Wait()
		z.err = z.sorting.err
		return n, z.err
	}
	return n, nil
}

func (z *Writer) startSorting() {
	pr, pw := io.Pipe()
	work, stop := context.WithCancel(z.ctx)
	s := &sorting{in: pw, cancel: stop}
	context.AfterFunc(work, func() { pr.CloseWithError(ctxio.Err(work)) })
	s.wait.Go(func() {
		s.stats, s.err = z.opt.compress(work, stop, z.dst, pr)
		s.err = ctxio.Instead(z.ctx, s.err)
		pr.Close()
	})
	z.sorting = s
}

// closeSorted is Close with WriterOptions.Sort.
func (z *Writer) closeSorted() error {
	if z.sorting == nil {
		z.startSorting()
	}
	s := z.sorting
	s.in.Close()
	s.wait.Wait()
	s.cancel()
	z.stats = s.stats
	return s.err
}

// forStreams is withDefaults for a Writer.
func (o *WriterOptions) forStreams() (settings, error) {
	s, err := o.withDefaults()
	if o == nil || o.Threads == 0 {
		s.Threads = 1
	}
	return s, err
}
