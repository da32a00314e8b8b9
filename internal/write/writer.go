package write

import (
	"context"
	"io"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/write/journal"
)

// Compress writes an archive of src to dst. Stop cancels ctx, which must end the Reads
// of src and the Writes of dst. The errors are those of src, dst, the journal and the
// opening table, chunk.ErrNoList if the input to be sorted is not a list, and
// journal.Err.
func Compress(ctx context.Context, stop func(), dst io.Writer, src io.Reader, o *Options) (chunk.Stats, error) {
	if o.Sort {
		lines, err := chunk.NewSortedLines(ctx, src, o.Level != nil)
		if err != nil {
			return chunk.Stats{}, err
		}
		src = lines
	}
	sorted := o.Sort || o.Sorted
	out, err := NewArchive(o.Kept.Behind(dst), header.Params(&o.Form), o.Open, sorted)
	if err != nil {
		return chunk.Stats{}, err
	}
	stats, err := Add(ctx, stop, out, src, o)
	stats.Out, stats.Sorted = out.Size(), sorted
	return stats, err
}

// Add adds the frames of src to an archive, and ends it. Stats count what was added. The
// errors are those of Compress.
func Add(ctx context.Context, stop func(), out *index.Writer, src io.Reader, o *Options) (chunk.Stats, error) {
	w := newWriter(o)
	if err := w.begin(out); err != nil {
		return chunk.Stats{}, err
	}
	defer w.stop()
	chunks := chunk.NewSplitter(ctx, src)
	next := func() (c chunk.Chunk, more bool, err error) {
		switch c, err = chunks.Next(); {
		case err == io.EOF:
			return c, false, nil
		case err != nil:
			return c, false, ctxio.ReadError(err)
		}
		w.see(&c)
		return c, true, nil
	}
	if err := w.run(ctx, stop, next); err != nil {
		return w.stats, err
	}
	w.encoders = nil // the opening table needs the memory
	return w.end(ctx, stop)
}

// writer encodes the frames of an archive, and writes them.
type writer struct {
	opt      *Options
	encoders []*encoder // one a thread, nil for one that has had no work
	out      *index.Writer
	stats    chunk.Stats
	start    int64 // size of the archive before, in bytes
	seen     bool  // a chunk
	content  chunk.Content
	openings *openings.Games  // for the table, or nil
	log      *journal.Journal // or nil
	progress *chunk.Progress
}

func newWriter(o *Options) *writer {
	return &writer{opt: o, encoders: make([]*encoder, o.Threads), progress: chunk.NewProgress(o.Progress)}
}

func (w *writer) begin(out *index.Writer) (err error) {
	w.out, w.start = out, out.Size()
	w.stats, w.seen, w.content, w.log = chunk.Stats{}, false, chunk.Empty, nil
	w.stop()
	w.openings = w.opt.openings()
	if w.opt.Journal != nil {
		w.log, err = w.opt.Kept.Journal(w.opt.Journal, w.opt.JournalOptions())
	}
	return err
}

// stop releases the data for the opening table.
func (w *writer) stop() {
	if w.openings != nil {
		w.openings.Close()
		w.openings = nil
	}
}

// see examines the next chunk of the input.
func (w *writer) see(c *chunk.Chunk) {
	if !w.seen && len(c.Ends) == 0 {
		w.content = chunk.ContentOf(c.Text)
	}
	w.seen = true
}

// run encodes and writes the chunks that next returns.
func (w *writer) run(ctx context.Context, stop func(), next func() (chunk.Chunk, bool, error)) error {
	type task struct {
		chunk chunk.Chunk
		kept  *journal.Record
	}
	take := func() (t task, more bool, err error) {
		if t.chunk, more, err = next(); err == nil && more {
			t.kept, err = w.opt.Kept.Next()
		} else if err == nil {
			err = w.opt.Kept.End()
		}
		return t, more, err
	}
	encode := func(thread int, t task) (encoded, error) {
		if t.kept != nil {
			return w.keep(&t.chunk, t.kept)
		}
		return w.encode(ctx, thread, &t.chunk)
	}
	return ordered.Run(ctx, stop, w.opt.Threads, take, encode, w.write)
}

// Units of work on a byte of text, its check among them, as measured on games of
// Lichess.
const usualFast, usualLearned = 3, 14

// encode makes a frame of a chunk.
func (w *writer) encode(ctx context.Context, thread int, c *chunk.Chunk) (encoded, error) {
	if w.encoders[thread] == nil {
		w.encoders[thread] = newEncoder(w.opt)
	}
	usual := int64(usualFast)
	if w.opt.Level != nil {
		usual = usualLearned
	}
	ctx, end := w.progress.Begin(ctx, int64(len(c.Text)), usual*int64(len(c.Text)))
	defer end()
	e, err := w.encoders[thread].encode(ctx, c)
	if w.log != nil {
		e.sum = journal.Sum(c.Text)
	}
	return e, err
}

// keep returns the frame of a chunk from an unfinished archive.
func (w *writer) keep(c *chunk.Chunk, r *journal.Record) (encoded, error) {
	k, err := w.opt.Kept.Frame(r, c.Text, game.Check(c.Text))
	e := encoded{frame: k.Stored, statistics: k.Statistics, filter: k.Filter, open: k.Open, input: len(c.Text), more: c.More, kept: true}
	e.counts.Games, e.counts.Plies, e.counts.MoveBytes, e.counts.Columns = k.Games, k.Plies, k.MoveBytes, k.Columns
	return e, err
}

// record writes a frame to the journal, unless it is there. Offset is the start of the
// frame.
func (w *writer) record(e *encoded, offset int64) error {
	if w.log == nil || e.kept {
		return nil
	}
	return w.log.Add(&journal.Frame{
		Stored: e.frame, Statistics: e.statistics, Filter: e.filter, Sum: e.sum,
		Plies: e.counts.Plies, MoveBytes: e.counts.MoveBytes, Columns: e.counts.Columns,
	}, offset, w.out.Size())
}

// write writes a frame.
func (w *writer) write(e encoded) error {
	w.stats.In += int64(e.input)
	w.stats.Games += e.counts.Games
	w.stats.Plies += e.counts.Plies
	w.stats.MoveBits += 8 * e.counts.MoveBytes
	w.stats.Frames++
	if !e.counts.Columns {
		w.stats.TextFrames++
	}
	err := w.out.Begin(e.counts.Games, e.more)
	if err == nil {
		err = w.out.Write(e.frame, e.statistics, e.filter)
	}
	offset := w.out.Size() - int64(len(e.frame))
	switch {
	case err != nil || w.openings == nil:
	case e.more:
		w.openings.Continue()
	default:
		err = w.openings.Add(w.out.Frames()-1, e.counts.Games, e.frame, e.open)
	}
	if err == nil {
		err = w.record(&e, offset)
	}
	if e.kept {
		e.input = 0 // there was no work on it
	}
	w.wrote(e.input)
	return err
}

// copy copies the frames of a segment.
func (w *writer) copy(ctx context.Context, from *view.File, s view.Segment) error {
	first, frames, err := writeSegment(ctx, w.out, from, s)
	if err == nil && w.openings != nil {
		err = w.openings.AddCopied(ctx, first, from, s)
	}
	e := from.Entry(s.Frame)
	w.seen = true
	w.stats.In += e.Input
	w.stats.Games += e.Games
	w.stats.Frames += int64(frames)
	w.stats.Copied += int64(frames)
	w.wrote(0)
	return err
}

// writeSegment copies the frames of a segment without decoding them, and returns the
// number of the first and how many of them have input.
func writeSegment(ctx context.Context, out *index.Writer, from *view.File, s view.Segment) (first, chunks int, err error) {
	for piece := range s.More + 1 {
		f, err := from.Frame(ctx, s.Frame+piece)
		if err != nil {
			return first, chunks, err
		}
		if err := out.Begin(f.Games, piece > 0); err != nil {
			return first, chunks, err
		}
		if err := out.WriteFrame(&f, from.Statistics(s.Frame+piece), from.Filter(s.Frame+piece)); err != nil {
			return first, chunks, err
		}
		if piece == 0 {
			first = out.Frames() - 1
		}
		chunks++
	}
	return first, chunks, nil
}

// wrote reports the progress after a frame of so many bytes of input that were encoded.
func (w *writer) wrote(encoded int) {
	w.stats.Out = w.out.Size() - w.start
	w.progress.Report(&w.stats, int64(encoded))
}

// end ends the archive.
func (w *writer) end(ctx context.Context, stop func()) (chunk.Stats, error) {
	if w.stats.Games == 0 {
		w.stats.Content = w.content
	}
	var err error
	if w.openings != nil && w.openings.Outgrown(w.opt.covered) {
		err = w.openings.Write(ctx, stop, w.opt.Threads, w.opt.Limits, w.out)
	}
	w.stop()
	if err == nil {
		err = w.out.Close()
	}
	w.stats.Out = w.out.Size() - w.start
	return w.stats, err
}
