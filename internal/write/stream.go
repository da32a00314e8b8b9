package write

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/view"
)

var errClosed = errors.New("chesszip: write after Close")

// Stream makes an archive of what is written to it, with the bytes of Compress. It
// encodes frames when there is enough input for all its threads; with one thread, on the
// goroutine that calls it.
//
// A Stream must not be used by several goroutines at once.
type Stream struct {
	ctx context.Context
	opt *Options
	dst io.Writer
	err error // the first; it stays

	chunks  *chunk.Splitter
	pending []chunk.Chunk // waiting until there is one for each thread
	frames  *writer
	stats   chunk.Stats
	sorting *sorting
}

// NewStream returns a Stream that is ready for Reset. It keeps the chunk limits of ctx.
// The options must not change afterwards.
func NewStream(ctx context.Context, o *Options) *Stream {
	return &Stream{opt: o, chunks: chunk.NewFed(ctx), frames: newWriter(o)}
}

// Reset begins an archive to dst, until ctx is done, and abandons an unfinished one. It
// keeps memory.
func (z *Stream) Reset(ctx context.Context, dst io.Writer) {
	z.sorting.stop()
	z.frames.stop()
	z.ctx, z.dst, z.err, z.stats, z.sorting = ctx, ctxio.Writer(ctx, dst), nil, chunk.Stats{}, nil
	z.frames.out = nil
	clear(z.pending)
	z.pending = z.pending[:0]
	z.chunks.Reset()
}

// Write compresses p. It takes all of p unless there is an error, which is one of
// Compress or of the context. All calls return it until Reset.
func (z *Stream) Write(p []byte) (n int, err error) {
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

// Close compresses the remaining input and ends the archive. The errors are those of
// Write.
func (z *Stream) Close() error {
	switch {
	case z.err == errClosed:
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
	z.err = errClosed
	return nil
}

// Stats returns the statistics, once Close has returned no error.
func (z *Stream) Stats() chunk.Stats { return z.stats }

// Options returns the options of NewStream.
func (z *Stream) Options() *Options { return z.opt }

// Empty reports whether frames can be copied: the next input begins a frame, there was
// no error, and nothing is sorted.
func (z *Stream) Empty() bool { return z.err == nil && !z.opt.Sort && z.chunks.Empty() }

// Copy copies the frames of a segment of a file, with its index, to the archive without
// decoding them. Empty must be true. The error, which stays until Reset, is that of
// reading, that of ctx once it is done, or one of Write.
func (z *Stream) Copy(ctx context.Context, from *view.File, s view.Segment) error {
	if z.err == nil {
		z.err = z.begin()
	}
	if z.err == nil {
		z.err = z.flush()
	}
	if z.err != nil {
		return z.err
	}
	err := z.frames.copy(ctx, from, s)
	z.chunks.Passed()
	z.err = ctxio.Instead(ctx, err)
	return z.err
}

// cut encodes the chunks that the input so far has, and begins the archive before the
// first.
func (z *Stream) cut() error {
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

// begin writes the header, unless it is written.
func (z *Stream) begin() error {
	if z.frames.out != nil {
		return nil
	}
	out, err := NewArchive(z.dst, header.Params(&z.opt.Form), z.opt.Open, z.opt.Sort || z.opt.Sorted)
	if err != nil {
		return ctxio.Instead(z.ctx, err)
	}
	return ctxio.Instead(z.ctx, z.frames.begin(out))
}

// flush encodes and writes the pending chunks.
func (z *Stream) flush() error {
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

// sorting is the Compress of a Stream that sorts. It needs much of its input before it
// can begin, and reads it from a pipe.
type sorting struct {
	in     *io.PipeWriter
	cancel func()
	wait   sync.WaitGroup
	stats  chunk.Stats
	err    error
	ctxio.Panic
}

// stop ends the work, unless it has ended.
func (s *sorting) stop() {
	if s != nil {
		s.cancel()
		s.wait.Wait()
	}
}

// writeSorted is Write with Options.Sort.
func (z *Stream) writeSorted(p []byte) (n int, err error) {
	if z.sorting == nil {
		z.startSorting()
	}
	if n, err = z.sorting.in.Write(p); err != nil {
		z.sorting.wait.Wait()
		z.sorting.Throw()
		z.err = z.sorting.err
		return n, z.err
	}
	return n, nil
}

func (z *Stream) startSorting() {
	pr, pw := io.Pipe()
	work, stop := context.WithCancel(z.ctx)
	s := &sorting{in: pw, cancel: stop}
	context.AfterFunc(work, func() { pr.CloseWithError(ctxio.Err(work)) })
	s.wait.Go(func() {
		defer pr.Close()
		defer s.Catch()
		s.stats, s.err = Compress(work, stop, z.dst, pr, z.opt)
		s.err = ctxio.Instead(z.ctx, s.err)
	})
	z.sorting = s
}

// closeSorted is Close with Options.Sort.
func (z *Stream) closeSorted() error {
	if z.sorting == nil {
		z.startSorting()
	}
	s := z.sorting
	s.in.Close()
	s.wait.Wait()
	s.cancel()
	s.Throw()
	z.stats = s.stats
	return s.err
}
