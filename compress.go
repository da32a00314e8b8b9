package chesszip

import (
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/openinggames"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/internal/resume"
	"github.com/chesszip/chesszip/movelist/learned"
)

// featureSorted is the optional feature of archives whose lines were sorted.
const featureSorted = 1

// Compress reads src, PGN or any other bytes, and writes an archive to dst.
// Every frame has been decoded and compared with the input before it is
// written, unless WriterOptions.Unchecked is set; WriterOptions.FullCheck says what
// decoding need not find out again. The error is that of src or dst,
// ErrOption, or ErrNoList.
func Compress(ctx context.Context, dst io.Writer, src io.Reader, o *WriterOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	if s.Journal != nil {
		s.Journal = ctxio.Writer(work, s.Journal)
	}
	stats, err := s.compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src))
	return stats, ctxio.Instead(ctx, err)
}

// compress writes an archive of src; stop cancels ctx, which ends Reads and Writes.
func (s *settings) compress(ctx context.Context, stop func(), dst io.Writer, src io.Reader) (Stats, error) {
	if s.Sort {
		lines, err := chunk.NewSortedLines(ctx, src, s.level != nil)
		if err != nil {
			return Stats{}, err
		}
		src = lines
	}
	out, err := s.newArchive(s.kept.Behind(dst), paramsOf(s.level))
	if err != nil {
		return Stats{}, err
	}
	stats, err := s.addFrames(ctx, stop, out, src, s.level)
	stats.Out, stats.Sorted = out.Size(), s.Sort || s.sorted
	return stats, err
}

// newArchive begins an archive with the given parameters in its header.
func (s *settings) newArchive(dst io.Writer, params []byte) (*frameindex.Writer, error) {
	header := archive.Header{Params: params}
	if s.Sort || s.sorted {
		header.Optional |= featureSorted
	}
	w, err := archive.NewWriter(dst, &header, nil)
	return frameindex.NewWriter(w, s.room), err
}

// addFrames adds the frames of src to an archive, and ends it.
func (s *settings) addFrames(ctx context.Context, stop func(), out *frameindex.Writer, src io.Reader, level *learned.Level) (Stats, error) {
	f := framing{settings: s, encoders: newEncoders(s, level)}
	if err := f.begin(out); err != nil {
		return Stats{}, err
	}
	defer f.stop()
	return f.add(ctx, stop, src)
}

// add adds the frames of src, and ends the archive.
func (f *framing) add(ctx context.Context, stop func(), src io.Reader) (Stats, error) {
	chunks := chunk.NewSplitter(ctx, src)
	next := func() (c chunk.Chunk, more bool, err error) {
		if c, err = chunks.Next(); err != nil && err != io.EOF {
			err = fmt.Errorf("chesszip: read: %w", err)
		}
		f.see(&c)
		return c, err == nil, unlessEnd(err)
	}
	if err := f.run(ctx, stop, next); err != nil {
		return f.stats, err
	}
	f.encoders = nil // the opening table needs the memory
	return f.end(ctx, stop)
}

// framing makes the frames of an archive of chunks.
type framing struct {
	*settings
	encoders []*frameEncoder // one a thread
	out      *frameindex.Writer
	stats    Stats
	start    int64 // of what is written, in bytes
	seen     bool  // a chunk
	content  Content
	openings *openinggames.Games // for the table, nil for none
	covered  int64               // games of the table that is there already
	log      *resume.Journal     // nil for none
}

// newEncoders returns an encoder for each thread.
func newEncoders(s *settings, model *learned.Level) []*frameEncoder {
	all := make([]*frameEncoder, s.Threads)
	for i := range all {
		all[i] = newFrameEncoder(s, model)
	}
	return all
}

// begin begins with an archive.
func (f *framing) begin(out *frameindex.Writer) (err error) {
	f.out, f.start = out, out.Size()
	f.stats, f.seen, f.content, f.covered, f.log = Stats{}, false, ContentEmpty, 0, nil
	f.stop()
	if f.Index&IndexOpenings != 0 {
		f.openings = &openinggames.Games{}
	}
	if f.Journal != nil {
		f.log, err = f.kept.Journal(f.Journal, f.journalOptions())
	}
	return err
}

// stop forgets what was kept for the opening table.
func (f *framing) stop() {
	if f.openings != nil {
		f.openings.Close()
		f.openings = nil
	}
}

// see looks at the next chunk of the input.
func (f *framing) see(c *chunk.Chunk) {
	if !f.seen && len(c.Ends) == 0 {
		f.content = ContentOf(c.Text)
	}
	f.seen = true
}

// run makes and writes the frames of the chunks that next gives.
func (f *framing) run(ctx context.Context, stop func(), next func() (chunk.Chunk, bool, error)) error {
	type task struct {
		chunk chunk.Chunk
		kept  *resume.Record
	}
	take := func() (t task, more bool, err error) {
		if t.chunk, more, err = next(); err == nil && more {
			t.kept, err = f.kept.Next()
		} else if err == nil {
			err = f.kept.End()
		}
		return t, more, err
	}
	encode := func(thread int, t task) (encodedFrame, error) {
		if t.kept != nil {
			return f.encoded(&t.chunk, t.kept)
		}
		return f.encode(ctx, thread, &t.chunk)
	}
	return ordered.Run(ctx, stop, f.Threads, take, encode, f.write)
}

// encode makes a frame of a chunk.
func (f *framing) encode(ctx context.Context, thread int, c *chunk.Chunk) (encodedFrame, error) {
	e, err := f.encoders[thread].encode(ctx, c)
	if f.log != nil {
		e.sum = resume.Sum(c.Text)
	}
	return e, err
}

// encoded gives the frame of a chunk that stands in an unfinished archive.
func (f *framing) encoded(c *chunk.Chunk, r *resume.Record) (encodedFrame, error) {
	k, err := f.kept.Frame(r, c.Text, checkOf(c.Text))
	e := encodedFrame{frame: k.Stored, statistics: k.Statistics, index: k.Index, input: len(c.Text), more: c.More, kept: true}
	e.counts.Games, e.counts.Plies, e.counts.MoveBytes, e.counts.Columns = k.Games, k.Plies, k.MoveBytes, k.Columns
	return e, err
}

// record notes a frame in the journal, unless it stands there. Offset is where it
// begins.
func (f *framing) record(e *encodedFrame, offset int64) error {
	if f.log == nil || e.kept {
		return nil
	}
	return f.log.Add(&resume.Frame{
		Stored: e.frame, Index: e.index, Statistics: e.statistics, Sum: e.sum,
		Plies: e.counts.Plies, MoveBytes: e.counts.MoveBytes, Columns: e.counts.Columns,
	}, offset, f.out.Size())
}

// write writes a frame.
func (f *framing) write(e encodedFrame) error {
	f.stats.In += int64(e.input)
	f.stats.Games += e.counts.Games
	f.stats.Plies += e.counts.Plies
	f.stats.MoveBits += 8 * e.counts.MoveBytes
	f.stats.Frames++
	if !e.counts.Columns {
		f.stats.TextFrames++
	}
	err := f.out.Begin(e.counts.Games, e.more)
	if err == nil {
		err = f.out.Write(e.frame, e.statistics)
	}
	offset := f.out.Size() - int64(len(e.frame))
	if err == nil && f.openings != nil {
		err = f.openings.Add(f.out.Frames()-1, e.counts.Games, e.input, e.index)
	}
	if err == nil && e.index != nil {
		err = f.out.Write(e.index, nil)
	}
	if err == nil {
		err = f.record(&e, offset)
	}
	f.stats.Out = f.out.Size() - f.start
	f.report(&f.stats)
	return err
}

// end ends the archive.
func (f *framing) end(ctx context.Context, stop func()) (Stats, error) {
	if f.stats.Games == 0 {
		f.stats.Content = f.content
	}
	var err error
	if o := f.openings; o != nil && o.Outgrown(f.covered) {
		err = o.Write(ctx, stop, f.Threads, f.settings.openings, f.out)
	}
	f.stop()
	if err == nil {
		err = f.out.Close()
	}
	f.stats.Out = f.out.Size() - f.start
	return f.stats, err
}

// unlessEnd returns err, nil for io.EOF.
func unlessEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// writeError says that err, if any, is that of the output.
func writeError(err error) error {
	if err != nil {
		err = fmt.Errorf("chesszip: write: %w", err)
	}
	return err
}

func isSorted(h *archive.Header) bool { return h.Optional&featureSorted != 0 }
