package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
)

// Reader takes frames from an archive by number. Its methods may be called
// from several goroutines at once if the io.ReaderAt allows that.
type Reader struct {
	r       io.ReaderAt
	size    int64
	opt     Options
	header  Header
	headEnd int64
	headSum uint64
	foot    footer
	footAt  int64
	first   []int64 // number of the first game of each frame, and the total
}

// NewReader opens an archive of size bytes, reading its header and its index.
// The errors are ErrVersion, ErrFeature, ErrLimit, and *CorruptError where
// header or index is damaged or cut off; the frames are looked at when asked
// for, but an archive of one frame needs the front of that frame here.
func NewReader(r io.ReaderAt, size int64, o *Options) (*Reader, error) {
	a := &Reader{r: r, size: size, opt: o.withDefaults()}
	if err := a.readHeader(); err != nil {
		return nil, err
	}
	if err := a.readFooter(); err != nil {
		return nil, err
	}
	a.first = make([]int64, len(a.foot.entries)+1)
	for i := range a.foot.entries {
		a.first[i+1] = a.first[i] + a.foot.entries[i].Games
	}
	return a, nil
}

// readAt returns n bytes from byte offset on; fewer are an error.
func readAt(r io.ReaderAt, offset, n int64) ([]byte, error) {
	b := make([]byte, n)
	got, err := r.ReadAt(b, offset)
	if int64(got) == n {
		return b, nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return nil, &CorruptError{Frame: -1, Offset: offset + int64(got), Msg: "archive ends too early", Err: io.ErrUnexpectedEOF}
	}
	return nil, fmt.Errorf("archive: read at byte %d: %w", offset, err)
}

func (a *Reader) readHeader() error {
	// Parameters are few as a rule; only where they are not is more read.
	var rest []byte
	for _, n := range [...]int64{64, maxHeader} {
		n = min(n, a.size)
		b, err := readAt(a.r, 0, n)
		if err != nil {
			return err
		}
		a.header, a.headSum, rest, err = decodeHeader(b, a.opt.Features)
		a.headEnd = n - int64(len(rest))
		if err == nil {
			return nil
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) || n == a.size || n == maxHeader {
			return err
		}
	}
	return nil
}

func (a *Reader) readFooter() error {
	if a.size < a.headEnd+minFoot {
		return headCorrupt(a.size, "archive ends without a footer", io.ErrUnexpectedEOF)
	}
	tail, err := readAt(a.r, a.size-8, 8)
	if err != nil {
		return err
	}
	distance := int64(binary.LittleEndian.Uint32(tail))
	if distance > a.size-8-a.headEnd {
		return headCorrupt(a.size-8, "archive does not end with a footer: it is cut off or damaged", nil)
	}
	if err := a.opt.checkSize("index", distance+8, a.opt.MaxIndex); err != nil {
		return err
	}
	a.footAt = a.size - 8 - distance
	b, err := readAt(a.r, a.footAt, distance+8)
	if err != nil {
		return err
	}
	if a.foot, err = parseFooter(b, a.footAt, a.headEnd); err != nil {
		return err
	}
	if len(a.foot.entries) == 1 {
		if err := a.readOnly(&a.foot.entries[0]); err != nil {
			return err
		}
	}
	sum := footerSum(b[:distance+4], a.headSum, len(a.foot.entries), a.foot.oneSum)
	if sum != binary.LittleEndian.Uint32(b[distance+4:]) {
		return headCorrupt(a.footAt, "checksum of the index is wrong", nil)
	}
	return nil
}

// readOnly completes the entry of the only frame from the frame itself.
func (a *Reader) readOnly(e *Entry) error {
	if e.Length < minFrame {
		return headCorrupt(a.footAt, "frames of the index do not end where the footer begins", nil)
	}
	b, err := readAt(a.r, e.Offset, min(e.Length, maxFrameHeader))
	if err != nil {
		return err
	}
	h, err := parseFrameHead(b, &a.opt)
	if err != nil {
		return at(err, 0, e.Offset)
	}
	if h.length != e.Length {
		return &CorruptError{Frame: 0, Offset: e.Offset, Msg: "frame's length is not what the index leaves for it"}
	}
	if b, err = readAt(a.r, e.end()-sumLen, sumLen); err != nil {
		return err
	}
	a.foot.oneSum = binary.LittleEndian.Uint64(b)
	e.Games, e.Input, e.Sum = h.games, h.input, uint32(a.foot.oneSum)
	return nil
}

// Header returns what the archive says of itself.
func (a *Reader) Header() Header { return a.header }

// Summary returns what was given to Writer.Close.
func (a *Reader) Summary() []byte { return a.foot.summary }

// Size returns the number of bytes of the archive.
func (a *Reader) Size() int64 { return a.size }

// Len returns the number of frames.
func (a *Reader) Len() int { return len(a.foot.entries) }

// Entry returns what the index says of frame i, which must be at least 0 and
// less than Len.
func (a *Reader) Entry(i int) Entry { return a.foot.entries[i] }

// Games returns the number of games in the whole archive.
func (a *Reader) Games() int64 { return a.first[len(a.first)-1] }

// Input returns the number of bytes of the original.
func (a *Reader) Input() int64 {
	var n int64
	for i := range a.foot.entries {
		n += a.foot.entries[i].Input
	}
	return n
}

// FirstGame returns the number, from 0, of the first game of frame i; for
// i = Len, the number of games.
func (a *Reader) FirstGame(i int) int64 { return a.first[i] }

// Find returns the number of the frame that holds a game, counted from 0, and
// which of its games that is. ok is false where there is no such game.
func (a *Reader) Find(game int64) (frame int, within int64, ok bool) {
	if game < 0 || game >= a.Games() {
		return 0, 0, false
	}
	i := sort.Search(len(a.first), func(i int) bool { return a.first[i] > game }) - 1
	return i, game - a.first[i], true
}

// Frame reads frame i, which must be at least 0 and less than Len, and checks
// it. Its streams lie in memory of its own. A damaged frame is a
// *CorruptError; the other frames can be read nevertheless.
func (a *Reader) Frame(i int) (Frame, error) {
	e := &a.foot.entries[i]
	if err := a.opt.checkSize("stored frame", e.Length, a.opt.MaxFrame); err != nil {
		return Frame{}, at(err, i, e.Offset)
	}
	b, err := readAt(a.r, e.Offset, e.Length)
	if err != nil {
		return Frame{}, err
	}
	h, err := parseFrameHead(b, &a.opt)
	if err != nil {
		return Frame{}, at(err, i, e.Offset)
	}
	if h.length != e.Length || h.games != e.Games || h.input != e.Input ||
		uint32(binary.LittleEndian.Uint64(b[len(b)-sumLen:])) != e.Sum {
		return Frame{}, &CorruptError{Frame: i, Offset: e.Offset, Msg: "frame is not the one the index names"}
	}
	f, err := h.open(b)
	if err != nil {
		return Frame{}, at(err, i, e.Offset)
	}
	return f, nil
}
