package chesszip

import (
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/write"
	resume "github.com/chesszip/chesszip/internal/write/journal"
)

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
	s.journalUntil(work)
	stats, err := s.compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src))
	return stats, ctxio.Instead(ctx, err)
}

// journalUntil ends Writes of the journal once ctx is done.
func (s *settings) journalUntil(ctx context.Context) {
	if s.Journal != nil {
		s.Journal = ctxio.Writer(ctx, s.Journal)
	}
}

// compress writes an archive of src; stop cancels ctx, which ends Reads and Writes.
func (s *settings) compress(ctx context.Context, stop func(), dst io.Writer, src io.Reader) (Stats, error) {
	stats, err := write.Compress(ctx, stop, dst, src, s.framing())
	return statsOf(&stats), err
}

// framing returns how frames are made with these settings.
func (s *settings) framing() *write.Options {
	o := &write.Options{
		Level: s.level, Threads: s.Threads, Content: index.Content(s.Index), Room: s.room,
		Unchecked: s.Unchecked, FullCheck: s.FullCheck, Sort: s.Sort, Sorted: s.sorted, Journal: s.Journal, Limits: s.openings,
	}
	if s.Progress != nil {
		o.Progress = func(stats *write.Stats) {
			s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
		}
	}
	return o
}

// statsOf returns what a Compress did.
func statsOf(s *write.Stats) Stats {
	return Stats{
		In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Copied: s.Copied,
		Plies: s.Plies, MoveBits: s.MoveBits, Sorted: s.Sorted, TextFrames: s.TextFrames, Content: Content(s.Content),
	}
}

// ErrResume says that an archive was begun with another input or other options.
var ErrResume = resume.Err

// Unfinished is an archive that a Compress with a WriterOptions.Journal has begun and
// not ended: it was killed, or its output failed.
type Unfinished struct {
	begun resume.Unfinished
}

// OpenUnfinished reads a journal, and those frames of the archive that it names, as
// far as both are whole: it may take as long as reading that archive. Sizes are in
// bytes. What is damaged or cut off is left out; where nothing is left, Frames is 0.
// The errors are those of the io.ReaderAts and of the context.
func OpenUnfinished(ctx context.Context, begun io.ReaderAt, size int64, journal io.ReaderAt, journalSize int64) (*Unfinished, error) {
	u, err := resume.Open(ctx, begun, size, journal, journalSize)
	return &Unfinished{u}, err
}

// Size is how many bytes of the archive are kept: what Resume writes belongs there.
func (u *Unfinished) Size() int64 { return u.begun.Size() }

// JournalSize is how many bytes of the journal are kept.
func (u *Unfinished) JournalSize() int64 { return u.begun.JournalSize() }

// Frames, Games and Input say what the kept frames hold; Input is in bytes of what was
// compressed.
func (u *Unfinished) Frames() int64 { return u.begun.Frames() }

// Games is as of Frames.
func (u *Unfinished) Games() int64 { return u.begun.Games() }

// Input is as of Frames.
func (u *Unfinished) Input() int64 { return u.begun.Input() }

// Resume goes on with the archive and writes to dst what belongs behind its first
// Size bytes, and to the Journal of the options, if there is one, what belongs behind
// its first JournalSize bytes. Src must give all of the input again, from its first
// byte: what the kept frames hold is compared with them by checksums, and not
// compressed. The archive becomes what Compress would have made of src, byte for byte,
// and Stats say what Compress would.
// The errors are those of Compress, and ErrResume for another input or other options.
func (u *Unfinished) Resume(ctx context.Context, dst io.Writer, src io.Reader, o *WriterOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	s.journalUntil(work)
	f := s.framing()
	if f.Kept, err = u.begun.Kept(work, f.JournalOptions()); err != nil {
		return Stats{}, err
	}
	stats, err := write.Compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src), f)
	return statsOf(&stats), ctxio.Instead(ctx, err)
}

// Decompress reads an archive, or several that lie end to end, from src up to its
// end and writes the bytes that were compressed to dst. Whole frames are written
// before a later damage is found; damage ends its archive, and the next that lies
// behind it is written nevertheless. The error is that of src or dst, *LevelError, or
// the first ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *ReaderOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	stats, err := unpack.Decompress(ctx, dst, src, s.unframing())
	return returned(&stats), err
}

// unframing returns how archives are given back with these settings.
func (s *settings) unframing() *unpack.Options {
	o := &unpack.Options{Threads: s.Threads, FullCheck: s.FullCheck, Coding: s.codingOf}
	if s.Progress != nil {
		o.Progress = func(stats *unpack.Stats) {
			s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
		}
	}
	return o
}

// returned returns what a Decompress did.
func returned(s *unpack.Stats) Stats {
	return Stats{In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Sorted: s.Sorted}
}

// keepFirst returns the first of two errors.
func keepFirst(first, err error) error { return cmp.Or(first, err) }

// Cuts returns where src may be cut to be compressed by several machines: each place is
// a number of bytes from its beginning, between games where a frame ends, and the last
// is its length. Whatever of these places are taken, Merge of the archives that Compress
// makes of the pieces, in their order, is byte for byte what Compress makes of src. For
// that, WriterOptions.Sort is not set, and IndexOpenings for none of the pieces but by
// MergeOptions.Openings for the whole.
//
// It reads all of src and compresses nothing, some 30 times as fast. A list of positions
// or of records, or a game that is larger than a frame, is in one piece. The error is
// that of src or ctx, and nothing follows it.
func Cuts(ctx context.Context, src io.Reader) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		chunks := chunk.NewSplitter(ctx, ctxio.Reader(ctx, src))
		last, at := int64(0), int64(0)
		for {
			c, err := chunks.Next()
			if err == io.EOF {
				yield(at, nil)
				return
			}
			between := false
			if err == nil {
				at += int64(len(c.Text))
				between, err = chunks.Between()
			}
			switch {
			case err != nil:
				yield(0, ctxio.Instead(ctx, ctxio.ReadError(err)))
				return
			case between && at-last >= chunk.Sniffed:
				// What is shorter would be looked at for records together with what follows.
				if last = at; !yield(at, nil) {
					return
				}
			}
		}
	}
}
