package chesszip

import (
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/write"
	resume "github.com/chesszip/chesszip/internal/write/journal"
)

// Compress reads PGN, or any other bytes, from src and writes an archive to dst. Before
// a frame is written, it is decoded and compared with the input; WriterOptions.Unchecked
// and FullCheck change that. The error is that of src or dst, ErrOption, or ErrNoList.
func Compress(ctx context.Context, dst io.Writer, src io.Reader, o *WriterOptions) (Stats, error) {
	return compress(ctx, dst, src, o, nil)
}

// compress writes an archive of src, or what is missing of one that was begun, if that
// is not nil.
func compress(ctx context.Context, dst io.Writer, src io.Reader, o *WriterOptions, begun *resume.Unfinished) (Stats, error) {
	opt, err := o.writing(allThreads())
	if err != nil {
		return Stats{}, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	if opt.Journal != nil {
		opt.Journal = ctxio.Writer(work, opt.Journal)
	}
	if begun != nil {
		if opt.Kept, err = begun.Kept(work, opt.JournalOptions()); err != nil {
			return Stats{}, err
		}
	}
	stats, err := write.Compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src), opt)
	return statsOf(stats), ctxio.Instead(ctx, err)
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
	return compress(ctx, dst, src, o, &u.begun)
}

// Decompress reads an archive, or several concatenated archives, from src up to its end,
// and writes the bytes that were compressed to dst. It writes the frames before the
// first damage of an archive, and goes on with the next archive after it. The error is
// that of src or dst, *LevelError, or the first ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *ReaderOptions) (Stats, error) {
	opt, err := o.reading(allThreads())
	if err != nil {
		return Stats{}, err
	}
	stats, err := unpack.Decompress(ctx, dst, src, opt)
	return statsOf(stats), err
}

func keepFirst(first, err error) error { return cmp.Or(first, err) }

// SplitPoints returns the places where src may be cut so that several machines can compress the
// pieces. A place is a number of bytes from the beginning of src; it lies between two
// games, at the end of a frame. The last place is the length of src. The caller may
// choose any of the places. Merge of the archives of all pieces, in their order, then
// gives byte for byte what Compress makes of src. This requires that WriterOptions.Sort
// is not set, and that no piece has OpeningTable: MergeOptions.Openings makes the table
// of the whole.
//
// SplitPoints reads all of src without compressing it, some 30 times as fast. It does not cut a
// list of positions or of records, nor a game that is larger than a frame. The error is
// that of src or ctx, and is the last item.
func SplitPoints(ctx context.Context, src io.Reader) iter.Seq2[int64, error] {
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
