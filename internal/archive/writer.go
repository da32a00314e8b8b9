package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Writer writes an archive. It is not safe for concurrent use: build frames
// in parallel with AppendFrame, and give them to WriteEncoded in order.
type Writer struct {
	w       io.Writer
	opt     Options
	foot    footer
	index   int64 // memory of the index, at least
	in      place
	headSum uint64
	tail    *tail  // for NewAppender, the frames so far after the last footer
	start   int64  // offset of the first appended byte
	held    []byte // the last frame, if it may need a seal
	pos     int64
	noted   bool // the note is another than that of the last footer
	err     error
	closed  bool
}

var errClosed = errors.New("archive: write after Close")

// NewWriter writes the header h to w and returns a Writer for the frames. If h is
// nil, the header has only the version. The limits of o also hold for writing, so
// that a reader with the same limits can read the archive.
func NewWriter(w io.Writer, h *Header, o *Options) (*Writer, error) {
	if h == nil {
		h = &Header{}
	}
	head, err := AppendHeader(nil, h)
	if err != nil {
		return nil, err
	}
	_, sum, _, err := decodeHeader(head, h.Mandatory)
	if err != nil {
		return nil, err
	}
	a := &Writer{w: w, opt: o.withDefaults(), headSum: sum, in: place{0, int64(len(head))}, index: indexCost(minFoot, 0)}
	a.write(head)
	return a, a.err
}

// NewAppender returns a Writer that adds frames to the archive of r, the last of its
// file. The caller puts the bytes of w after the last byte of that file. Until Close
// has returned, the new bytes are not a complete archive; without them the archive is
// unchanged. The last frame is sealed, and its last byte completes the archive. A new
// index follows large frames, or when the frames exceed the room after the old index.
func NewAppender(w io.Writer, r *Reader, o *Options) *Writer {
	behind := r.tail
	a := &Writer{w: w, opt: o.withDefaults(), headSum: r.headSum, in: r.in, tail: &behind, start: r.end, pos: r.end, index: r.cost() + r.others}
	a.foot.entries = append(a.foot.entries, r.foot.entries...)
	a.foot.oneSum, a.foot.note = r.foot.oneSum, r.foot.note
	return a
}

func (a *Writer) write(b []byte) {
	if a.err != nil || len(b) == 0 {
		return
	}
	n, err := a.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	a.pos += int64(n)
	if err != nil {
		a.err = fmt.Errorf("archive: write at byte %d: %w", a.pos, err)
	}
}

// WriteFrame writes a frame, and stores meta in its index entry.
func (a *Writer) WriteFrame(f *Frame, meta []byte) error {
	b, err := AppendFrame(nil, f)
	if err != nil {
		return err
	}
	return a.WriteEncoded(b, meta)
}

// WriteEncoded writes a frame of AppendFrame, and stores a copy of meta in its index
// entry. The error is ErrLimit for a frame or an index over the limits. After an
// error of the underlying writer every call returns that error.
func (a *Writer) WriteEncoded(frame, meta []byte) error {
	if a.closed {
		return errClosed
	}
	if a.err != nil {
		return a.err
	}
	h, err := parseFrameHead(frame, &a.opt)
	if err != nil {
		return fmt.Errorf("archive: write frame %d: %w", len(a.foot.entries)+1, err)
	}
	if h.length != int64(len(frame)) {
		return fmt.Errorf("archive: write frame %d: it is %d bytes long and says %d", len(a.foot.entries)+1, len(frame), h.length)
	}
	// An entry is at most seven numbers of 6 bytes, its checksum and its meta.
	index := a.index + 7*6 + 4 + int64(len(meta)) + frameCost
	if err := checkSize("index in memory", index, a.opt.MaxIndex); err != nil {
		return err
	}
	a.release()
	sum := Checksum(frame)
	e := Entry{Offset: a.pos, Length: h.length, Games: h.games, Input: h.input, Sum: uint32(sum)}
	if len(meta) > 0 {
		e.Meta = append([]byte(nil), meta...)
	}
	if a.err != nil {
		return a.err
	}
	a.foot.entries = append(a.foot.entries, e)
	if a.held = frame; a.tail != nil && a.pos+h.length <= a.tail.end() {
		a.held = bytes.Clone(frame)
	} else {
		a.release()
	}
	a.index, a.foot.oneSum = index, sum
	return a.err
}

// release writes the held frame without a seal.
func (a *Writer) release() {
	if t := a.tail; t != nil && a.held != nil {
		t.unsealed++
		t.add(&a.foot.entries[len(a.foot.entries)-1])
	}
	a.write(a.held)
	a.held = nil
}

// seal writes the held frame with a seal, which completes the archive. ok is false if
// that is not possible.
func (a *Writer) seal() (ok bool) {
	if a.held == nil {
		return false
	}
	t, all := a.tail, a.foot.entries
	var metas [][]byte
	for _, e := range all[len(all)-t.unsealed-1:] {
		metas = append(metas, e.Meta)
	}
	sealed, ok := t.seal(a.held, a.pos, metas, &a.opt)
	if !ok {
		return false
	}
	sum := Checksum(sealed)
	e := &all[len(all)-1]
	e.Length, e.Sum, a.foot.oneSum = int64(len(sealed)), uint32(sum), sum
	a.held = sealed
	a.release()
	return true
}

// Size returns the number of bytes of the archive so far.
func (a *Writer) Size() int64 { return a.pos + int64(len(a.held)) }

// SetNote sets the note of the archive's footer; another note than before makes Close
// write a footer. A Writer of NewAppender begins with that of
// the last footer.
func (a *Writer) SetNote(note []byte) {
	a.noted = a.noted || !bytes.Equal(note, a.foot.note)
	a.foot.note = bytes.Clone(note)
}

// Close ends the archive. It does not close the underlying writer. Closing twice does
// nothing.
func (a *Writer) Close() error {
	if a.closed {
		return a.err
	}
	a.closed = true
	if a.err != nil {
		return a.err
	}
	sealed := a.seal()
	a.release()
	b, err := appendFooter(nil, &a.foot, a.in, a.headSum)
	if err == nil {
		err = checkSize("index in memory", indexCost(int64(len(b)), int64(len(a.foot.entries))), a.opt.MaxIndex)
	}
	if err != nil {
		a.err = err
		return err
	}
	if t := a.tail; sealed && !a.noted && a.pos <= t.footEnd+t.room() && (a.pos-a.start)/worthIndex < int64(len(b)) {
		return a.err
	}
	a.write(b)
	return a.err
}

// worthIndex is the least size of the frames, relative to a new index, for which the
// index follows although the tail still has room. The index keeps damage in the last
// frame from the others.
const worthIndex = 16
