// Package journal resumes an archive whose compression was interrupted. The journal is
// written next to the archive. With it, the undamaged frames are found again, and
// replace those that an encoder would make of the same input.
//
//	compressing   Kept.Journal --> Journal.Add after each frame
//	resuming      Open --> Unfinished.Kept --> Kept.Next, Kept.Frame, Kept.End
//	              Kept.Behind writes the rest, Kept.Journal as before
//
// # Journal
//
//	| C7 4A 4F 55 | length uv | options | checksum 4 | record | record | ...
//	options | params of the archive's header | flags 1 |
//	record  | length uv | body | checksum 4 |
//	body    | offset uv | frame uv | end uv | plies uv | move bytes uv |
//	        | columns 1 | sum of the input 8 | length uv | statistics | filter |
//
// Offset is the start of the frame, frame its length; end is the length of the archive up
// to its end. Each checksum also covers the one before it, so that a record of another journal is not valid.
package journal

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Unfinished is an archive that was begun with a journal, as far as both are undamaged.
// The zero Unfinished keeps nothing.
type Unfinished struct {
	archive, journal io.ReaderAt
	options          []byte
	frames           int64
	games, input     int64
	size, records    int64  // kept bytes of archive and journal
	sum              uint32 // of the last kept record
}

// Open reads a journal, and the frames of the archive that it lists, as far as both are
// undamaged. Sizes are in bytes. What is damaged or cut off is ignored. The errors are
// those of the io.ReaderAts, and that of ctx.
func Open(ctx context.Context, begun io.ReaderAt, size int64, journal io.ReaderAt, journalSize int64) (Unfinished, error) {
	u := Unfinished{archive: ctxio.ReaderAt(ctx, begun), journal: ctxio.ReaderAt(ctx, journal)}
	err := u.open(ctx, size, journalSize)
	u.archive, u.journal = begun, journal
	return u, ctxio.Instead(ctx, err)
}

func (u *Unfinished) open(ctx context.Context, size, journalSize int64) error {
	head, err := readWhole(u.archive, min(size, 64), 0)
	if err != nil {
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
		return ctxio.ReadError(j.err)
	}
	for {
		r := j.next()
		if r == nil || r.end > size {
			return ctxio.ReadError(j.err)
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

// maxStored is more than the size of a frame, in bytes.
const maxStored = 8 << 20

// check reads the frames of a record, and those between the end of the previous record
// and it, which the index needs. It returns the frame with input, nil if anything is
// damaged.
func (u *Unfinished) check(ctx context.Context, r *Record, end int64) (*archive.Frame, error) {
	between := r.offset - end
	if between < 0 || between > maxStored || r.frame > maxStored || r.offset+r.frame != r.end {
		return nil, ctxio.Err(ctx)
	}
	var frame *archive.Frame
	for i, n := range [...]int64{between, r.frame} {
		b, err := readWhole(u.archive, n, end)
		if err != nil {
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
	return newJournalReader(io.NewSectionReader(u.journal, 0, size))
}

// Size is the number of bytes of the archive that are kept.
func (u *Unfinished) Size() int64 { return u.size }

// JournalSize is the number of bytes of the journal that are kept.
func (u *Unfinished) JournalSize() int64 { return u.records }

// Frames is the number of kept frames with input.
func (u *Unfinished) Frames() int64 { return u.frames }

// Games is the number of games in the kept frames.
func (u *Unfinished) Games() int64 { return u.games }

// Input is the number of bytes of the input that the kept frames hold.
func (u *Unfinished) Input() int64 { return u.input }

// Kept returns the kept frames, to resume with the given options until ctx is done. The
// error is Err if nothing is kept, or if the archive was begun with other options.
func (u *Unfinished) Kept(ctx context.Context, options []byte) (*Kept, error) {
	if u.frames == 0 || !bytes.Equal(options, u.options) {
		return nil, fmt.Errorf("%w: other options", Err)
	}
	k := &Kept{archive: ctxio.ReaderAt(ctx, u.archive), records: u.reader(u.records), frames: u.frames, size: u.size, sum: u.sum}
	k.records.begin()
	return k, nil
}
