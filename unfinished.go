package chesszip

import (
	"context"
	"io"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/framing"
	"github.com/chesszip/chesszip/internal/resume"
)

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
	stats, err := framing.Compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src), f)
	return statsOf(&stats), ctxio.Instead(ctx, err)
}
