package chesszip

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/ctxio"
)

// Unfinished is an archive that a Compress with a WriterOptions.Journal has begun and
// not ended: it was killed, or its output failed.
type Unfinished struct {
	archive, journal io.ReaderAt
	options          []byte
	frames           int64
	games, input     int64
	size, records    int64  // bytes that are kept of archive and journal
	sum              uint32 // of the last record that is kept
}

// OpenUnfinished reads a journal, and those frames of the archive that it names, as
// far as both are whole: it may take as long as reading that archive. Sizes are in
// bytes. What is damaged or cut off is left out; where nothing is left, Frames is 0.
// The errors are those of the io.ReaderAts and of the context.
func OpenUnfinished(ctx context.Context, begun io.ReaderAt, size int64, journal io.ReaderAt, journalSize int64) (*Unfinished, error) {
	u := &Unfinished{archive: ctxio.ReaderAt(ctx, begun), journal: ctxio.ReaderAt(ctx, journal)}
	err := u.open(ctx, size, journalSize)
	u.archive, u.journal = begun, journal
	return u, ctxio.Instead(ctx, err)
}

func (u *Unfinished) open(ctx context.Context, size, journalSize int64) error {
	head := make([]byte, min(size, 64))
	if err := readFull(u.archive, head, 0); err != nil {
		return err
	}
	h, rest, err := archive.DecodeHeader(head, nil)
	if err != nil {
		return nil // nothing is kept
	}
	end := int64(len(head) - len(rest))
	j := u.reader(journalSize)
	u.options = j.begin()
	if n := len(u.options); n == 0 || !bytes.Equal(u.options[:n-1], h.Params) {
		return nil
	}
	for {
		r := j.next()
		if r == nil || r.end > size {
			return nil
		}
		f, err := u.check(ctx, r, end)
		if err != nil || f == nil {
			return err
		}
		u.frames++
		u.games += f.Games
		u.input += f.Input
		end = r.end
		u.size, u.records, u.sum = end, j.size, j.sum
	}
}

// check reads what a record names, and what lies between the end of the record before
// and that: frames that the index needs. It returns the frame with input, nil where
// something is not whole.
func (u *Unfinished) check(ctx context.Context, r *journalRecord, end int64) (*archive.Frame, error) {
	between := r.offset - end
	if between < 0 || between > maxStored || r.frame > maxStored || r.index > maxStored || r.offset+r.frame+r.index != r.end {
		return nil, ctxio.Err(ctx)
	}
	var frame *archive.Frame
	for i, n := range [...]int64{between, r.frame, r.index} {
		b := make([]byte, n)
		if err := readFull(u.archive, b, end); err != nil {
			return nil, err
		}
		end += n
		for len(b) > 0 {
			f, rest, err := archive.DecodeFrame(b, nil)
			if err != nil || i == 1 && len(rest) > 0 {
				return nil, nil
			}
			if i == 1 {
				frame = &f
			}
			b = rest
		}
	}
	return frame, ctxio.Err(ctx)
}

func (u *Unfinished) reader(size int64) *journalReader {
	return &journalReader{r: bufio.NewReader(io.NewSectionReader(u.journal, 0, size))}
}

// Size is how many bytes of the archive are kept: what Resume writes belongs there.
func (u *Unfinished) Size() int64 { return u.size }

// JournalSize is how many bytes of the journal are kept.
func (u *Unfinished) JournalSize() int64 { return u.records }

// Frames, Games and Input say what the kept frames hold; Input is in bytes of what was
// compressed.
func (u *Unfinished) Frames() int64 { return u.frames }

// Games is as of Frames.
func (u *Unfinished) Games() int64 { return u.games }

// Input is as of Frames.
func (u *Unfinished) Input() int64 { return u.input }

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
	if u.frames == 0 || !bytes.Equal(s.journalOptions(), u.options) {
		return Stats{}, fmt.Errorf("%w: other options", ErrResume)
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	s.kept = &keptFrames{archive: ctxio.ReaderAt(work, u.archive), records: u.reader(u.records), frames: u.frames, size: u.size, sum: u.sum}
	s.kept.records.begin()
	if s.Journal != nil {
		s.Journal = ctxio.Writer(work, s.Journal)
	}
	stats, err := s.compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src))
	return stats, ctxio.Instead(ctx, err)
}
