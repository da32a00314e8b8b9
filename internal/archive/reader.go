package archive

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Reader reads frames of an archive by number. Several goroutines may call its
// methods at once if the io.ReaderAt allows that.
type Reader struct {
	r       io.ReaderAt
	opt     Options
	header  Header
	in      place
	headSum uint64
	foot    footer  // including the frames after it
	tail    tail    // after the last footer
	end     int64   // of the archive in its file
	first   []int64 // number of the first game of each frame, and the total
	before  int     // number of frames of earlier archives in its file
	others  int64   // memory of their indexes
	noted   int     // number of frames before the last footer
}

// NewReader opens an archive of size bytes. It reads the header and the index, in at
// most three reads; for an archive of one frame also the front of that frame. The
// errors are ErrVersion, ErrFeature, ErrLimit, and a *CorruptError if the header or
// the index is damaged or cut off. For a file of several archives use Members.
func NewReader(r io.ReaderAt, size int64, o *Options) (*Reader, error) {
	f := newFinder(r, size, o)
	if _, err := f.header(0); err != nil {
		return nil, err
	}
	a, err := f.open(size)
	if err != nil {
		return nil, err
	}
	if a.in.start > 0 {
		return nil, headCorrupt(0, "other bytes lie before the archive", nil)
	}
	return a, nil
}

// From returns a Reader of the same archive that reads its frames from r, which must
// hold the same bytes.
func (a *Reader) From(r io.ReaderAt) *Reader {
	b := *a
	b.r = r
	return &b
}

// readAt returns n bytes from byte offset on; fewer are an error.
func readAt(r io.ReaderAt, offset, n int64) ([]byte, error) {
	return readUntil(context.Background(), r, offset, n)
}

// readUntil is readAt until ctx is done.
func readUntil(ctx context.Context, r io.ReaderAt, offset, n int64) ([]byte, error) {
	b, err := ctxio.ReadAt(ctx, r, n, offset)
	if int64(len(b)) == n {
		return b, nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return nil, &CorruptError{Frame: -1, Offset: offset + int64(len(b)), Msg: "archive ends too early", Err: io.ErrUnexpectedEOF}
	}
	return nil, fmt.Errorf("archive: read at byte %d: %w", offset, err)
}

// complete fills in the entry of the only frame from the front of the frame.
func (a *Reader) complete(front func(e *Entry) (frameHead, error)) error {
	if len(a.foot.entries) != 1 {
		return nil
	}
	e := &a.foot.entries[0]
	h, err := front(e)
	if err != nil {
		return at(err, 0, e.Offset)
	}
	if h.length != e.Length {
		return &CorruptError{Frame: 0, Offset: e.Offset, Msg: "frame's length is not what the index leaves for it"}
	}
	e.Games, e.Input, e.Sum = h.games, h.input, uint32(a.foot.oneSum)
	if e.Games > 0 {
		return nil
	}
	// A frame without games is skipped unread, so its damage would go unnoticed. A
	// damaged frame therefore counts as one game, which cannot be read.
	b, err := readAt(a.r, e.Offset, e.Length)
	if err == nil && h.check(b) != nil {
		e.Games = 1
	}
	return err
}

// walk reads the appended frames in b, the bytes after the last footer, up to the
// last valid seal, and counts the games.
func (a *Reader) walk(b []byte) (err error) {
	a.noted = len(a.foot.entries)
	foot := a.tail.footEnd - a.tail.footAt + int64(len(a.header.Params))
	if a.foot.entries, a.end, err = a.tail.walk(b, a.foot.entries, &a.opt, a.opt.MaxIndex-indexCost(foot, 0)); err != nil {
		return err
	}
	a.first = make([]int64, len(a.foot.entries)+1)
	for i := range a.foot.entries {
		a.first[i+1] = a.first[i] + a.foot.entries[i].Games
	}
	return nil
}

// cost returns the memory of the index in bytes.
func (a *Reader) cost() int64 {
	size := a.tail.footEnd - a.tail.footAt + a.tail.metas + int64(len(a.header.Params))
	return indexCost(size, int64(len(a.foot.entries)))
}

// Header returns the header of the archive.
func (a *Reader) Header() Header { return a.header }

// Size returns the number of bytes of the archive.
func (a *Reader) Size() int64 { return a.end - a.in.start }

// Offset returns the offset of the archive in its file, in bytes.
func (a *Reader) Offset() int64 { return a.in.start }

// Len returns the number of frames.
func (a *Reader) Len() int { return len(a.foot.entries) }

// Entry returns the index entry of frame i, 0 <= i < Len.
func (a *Reader) Entry(i int) Entry { return a.foot.entries[i] }

// Games returns the number of games in the whole archive.
func (a *Reader) Games() int64 { return a.first[len(a.first)-1] }

// Input returns the number of bytes of the original input.
func (a *Reader) Input() int64 {
	var n int64
	for i := range a.foot.entries {
		n += a.foot.entries[i].Input
	}
	return n
}

// Note returns the note of the last footer, and the number of the frames before that
// footer.
func (a *Reader) Note() (note []byte, frames int) { return a.foot.note, a.noted }

// FirstGame returns the number, from 0, of the first game of frame i; for
// i = Len, the number of games.
func (a *Reader) FirstGame(i int) int64 { return a.first[i] }

// Find returns the number of the frame that holds a game, counted from 0, and the
// number of the game in the frame, from 0. ok is false if there is no such game.
func (a *Reader) Find(game int64) (frame int, within int64, ok bool) {
	if game < 0 || game >= a.Games() {
		return 0, 0, false
	}
	i := sort.Search(len(a.first), func(i int) bool { return a.first[i] > game }) - 1
	return i, game - a.first[i], true
}

// Frame reads frame i, 0 <= i < Len, and verifies its checksum. Its streams are in
// newly allocated memory. A damaged frame is a *CorruptError; the other frames can
// still be read.
// When ctx is done it returns the error of ctx, even if the io.ReaderAt hangs.
func (a *Reader) Frame(ctx context.Context, i int) (Frame, error) {
	e := &a.foot.entries[i]
	if err := checkSize("stored frame", e.Length, a.opt.MaxFrame); err != nil {
		return Frame{}, at(err, a.before+i, e.Offset)
	}
	b, err := readUntil(ctx, a.r, e.Offset, e.Length)
	if err != nil {
		return Frame{}, err
	}
	h, err := parseFrameHead(b, &a.opt)
	if err != nil {
		return Frame{}, at(err, a.before+i, e.Offset)
	}
	if h.length != e.Length || h.games != e.Games || h.input != e.Input ||
		uint32(binary.LittleEndian.Uint64(b[len(b)-sumLen:])) != e.Sum {
		return Frame{}, &CorruptError{Frame: a.before + i, Offset: e.Offset, Msg: "frame is not the one the index names"}
	}
	f, err := h.open(b)
	if err != nil {
		return Frame{}, at(err, a.before+i, e.Offset)
	}
	return f, nil
}

// frontBytes is how much of a frame is read at first for its table of streams.
const frontBytes = 1 << 10

// Blocks reads streams of blocks of frame i, 0 <= i < Len, without the others; of
// the kinds that wanted reports. The frame has only these streams, and no Check. The
// front of each stream has been checked against its checksum, and so have its blocks. The
// errors are those of Frame.
func (a *Reader) Blocks(ctx context.Context, i int, wanted func(kind uint16) bool) (Frame, error) {
	e := &a.foot.entries[i]
	h, err := a.readFront(ctx, e)
	if err != nil {
		return Frame{}, at(err, a.before+i, e.Offset)
	}
	if h.length != e.Length || h.games != e.Games || h.input != e.Input {
		return Frame{}, &CorruptError{Frame: a.before + i, Offset: e.Offset, Msg: "frame is not the one the index names"}
	}
	f := Frame{Games: h.games, Input: h.input}
	offset := e.Offset + int64(h.size)
	for k := 0; k < len(h.kinds); k++ {
		if !hasBlocks(h.kinds[k]) || !wanted(h.kinds[k]) {
			offset += h.lengths[k]
			continue
		}
		end, length := k, int64(0) // neighbours are read at once
		for ; end < len(h.kinds) && hasBlocks(h.kinds[end]) && wanted(h.kinds[end]); end++ {
			length += h.lengths[end]
		}
		b, err := readUntil(ctx, a.r, offset, length)
		if err != nil {
			return Frame{}, err
		}
		for ; k < end; k++ {
			n := h.lengths[k]
			s := Stream{h.kinds[k], b[:n:n]}
			if err := checkBlocks(s, h.games); err != nil {
				return Frame{}, at(&CorruptError{Offset: offset - e.Offset, Msg: err.Error(), Err: err}, a.before+i, e.Offset)
			}
			f.Streams = append(f.Streams, s)
			offset, b = offset+n, b[n:]
		}
		k--
	}
	return f, nil
}

// readFront reads the front of a frame.
func (a *Reader) readFront(ctx context.Context, e *Entry) (h frameHead, err error) {
	if err := checkSize("stored frame", e.Length, a.opt.MaxFrame); err != nil {
		return h, err
	}
	for _, n := range [...]int64{frontBytes, maxFrameHeader} {
		n = min(n, e.Length)
		b, err := readUntil(ctx, a.r, e.Offset, n)
		if err != nil {
			return h, err
		}
		if h, err = parseFrameHead(b, &a.opt); err == nil || n == e.Length || !errors.Is(err, io.ErrUnexpectedEOF) {
			return h, err
		}
	}
	return h, &CorruptError{Msg: "frame's header is malformed or cut"}
}
