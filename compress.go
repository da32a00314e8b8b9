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

// Compress reads PGN, or any other bytes, from src and writes an archive to dst. Before
// a frame is written, it is decoded and compared with the input; WriterOptions.Unchecked
// and FullCheck change that. The error is that of src or dst, ErrOption, or ErrNoList.
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

// journalUntil makes writes to the journal fail once ctx is done.
func (s *settings) journalUntil(ctx context.Context) {
	if s.Journal != nil {
		s.Journal = ctxio.Writer(ctx, s.Journal)
	}
}

// compress writes an archive of src. It may call stop, which cancels ctx, to end reads
// and writes.
func (s *settings) compress(ctx context.Context, stop func(), dst io.Writer, src io.Reader) (Stats, error) {
	stats, err := write.Compress(ctx, stop, dst, src, s.framing())
	return statsOf(&stats), err
}

// framing returns the settings as options of package write.
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

// statsOf converts the statistics of package write.
func statsOf(s *write.Stats) Stats {
	return Stats{
		In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Copied: s.Copied,
		Plies: s.Plies, MoveBits: s.MoveBits, Sorted: s.Sorted, TextFrames: s.TextFrames, Content: Content(s.Content),
	}
}

// ErrResume reports that an archive was begun with another input or other options.
var ErrResume = resume.Err

// Unfinished is an archive that Compress began with a WriterOptions.Journal and did not
// end, because it was killed or its output failed.
type Unfinished struct {
	begun resume.Unfinished
}

// OpenUnfinished reads a journal, and the frames of the archive that it lists, as far as
// both are undamaged. It may take as long as reading that archive. Sizes are in bytes.
// What is damaged or cut off is ignored; if nothing is left, Frames is 0. The errors are
// those of the io.ReaderAts and of the context.
func OpenUnfinished(ctx context.Context, begun io.ReaderAt, size int64, journal io.ReaderAt, journalSize int64) (*Unfinished, error) {
	u, err := resume.Open(ctx, begun, size, journal, journalSize)
	return &Unfinished{u}, err
}

// Size is the number of bytes of the archive that are kept. Resume writes what follows
// them.
func (u *Unfinished) Size() int64 { return u.begun.Size() }

// JournalSize is the number of bytes of the journal that are kept.
func (u *Unfinished) JournalSize() int64 { return u.begun.JournalSize() }

// Frames is the number of frames that are kept.
func (u *Unfinished) Frames() int64 { return u.begun.Frames() }

// Games is the number of games in the kept frames.
func (u *Unfinished) Games() int64 { return u.begun.Games() }

// Input is the number of bytes of the input that the kept frames hold.
func (u *Unfinished) Input() int64 { return u.begun.Input() }

// Resume completes the archive. It writes to dst what follows the first Size bytes of
// the archive and, if the options have a Journal, writes to it what follows the first
// JournalSize bytes of the journal. Src must give the whole input again, from its first
// byte: the part that the kept frames hold is compared with them by checksums, and is
// not compressed again. The archive and the Stats are those that Compress gives for src.
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

// Decompress reads an archive, or several concatenated archives, from src up to its end,
// and writes the bytes that were compressed to dst. It writes the frames before the
// first damage of an archive, and goes on with the next archive after it. The error is
// that of src or dst, *LevelError, or the first ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *ReaderOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	stats, err := unpack.Decompress(ctx, dst, src, s.unframing())
	return returned(&stats), err
}

// unframing returns the settings as options of package unpack.
func (s *settings) unframing() *unpack.Options {
	o := &unpack.Options{Threads: s.Threads, FullCheck: s.FullCheck, Coding: s.codingOf}
	if s.Progress != nil {
		o.Progress = func(stats *unpack.Stats) {
			s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
		}
	}
	return o
}

// returned converts the statistics of package unpack.
func returned(s *unpack.Stats) Stats {
	return Stats{In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Sorted: s.Sorted}
}

func keepFirst(first, err error) error { return cmp.Or(first, err) }

// Cuts returns the places where src may be cut so that several machines can compress the
// pieces. A place is a number of bytes from the beginning of src; it lies between two
// games, at the end of a frame. The last place is the length of src. The caller may
// choose any of the places. Merge of the archives of all pieces, in their order, then
// gives byte for byte what Compress makes of src. This requires that WriterOptions.Sort
// is not set, and that no piece has IndexOpenings: MergeOptions.Openings makes the table
// of the whole.
//
// Cuts reads all of src without compressing it, some 30 times as fast. It does not cut a
// list of positions or of records, nor a game that is larger than a frame. The error is
// that of src or ctx, and is the last item.
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
				// A shorter piece would be examined for records together with what
				// follows it.
				if last = at; !yield(at, nil) {
					return
				}
			}
		}
	}
}
