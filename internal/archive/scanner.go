package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Scanner reads an archive from front to back, without seeking and in memory bounded
// by the options: one frame, or the footer. It checks the footer against the frames
// that it has read. It reads concatenated archives one after the other.
type Scanner struct {
	in      *rewinder
	r       *bufio.Reader
	opt     Options
	header  Header
	at      place
	headSum uint64
	pos     int64
	again   int64 // bytes read twice or without a result
	lost    bool  // again is too large: the Scanner cannot continue after damage

	number  int            // of the next frame in the input, from 0; -1 if not known
	frames  int            // of this archive, read so far
	facts   *xxhash.Digest // hash of what the index must hold about them
	firstAt int64          // offset of the first of them
	oneSum  uint64         // checksum of the last of them
	entry   Entry          // of the last of them
	tail    *tail          // the frames after the last footer, nil before it
	state   scanState
	passed  *OldIndexError // the first damaged index with frames after it
	err     error
}

// scanState is what a Scanner has read last.
type scanState uint8

const (
	amongFrames scanState = iota
	afterFooter
	ended
)

// NewScanner reads the header of an archive from r. The errors are those of
// NewReader. If the header is damaged, it also returns the Scanner, whose NextMember
// looks for another archive.
func NewScanner(r io.Reader, o *Options) (*Scanner, error) {
	in := &rewinder{r: ctxio.Reader(context.Background(), r)}
	// The buffer holds the longest header, so that Peek returns all of it.
	s := &Scanner{in: in, r: bufio.NewReaderSize(in, maxHeader), opt: o.withDefaults()}
	if _, s.err = s.begin(); s.err == nil {
		return s, nil
	}
	if head, _ := s.r.Peek(len(headerMagic)); errors.Is(s.err, ErrCorrupt) && IsArchive(head) {
		return s, s.err
	}
	return nil, s.err
}

// begin reads the header of an archive, and returns the number of bytes that it read.
func (s *Scanner) begin() (looked int, err error) {
	s.frames, s.facts, s.tail, s.state, s.passed, s.err = 0, xxhash.New(), nil, amongFrames, nil, nil
	h, sum, length, err := s.peekHeader()
	if err != nil {
		return length, err
	}
	// Copy the parameters before the buffer moves on.
	s.header, s.headSum = h, sum
	s.header.Params = append([]byte(nil), h.Params...)
	s.at = place{s.pos, s.pos + int64(length)}
	s.skip(length)
	return length, nil
}

// peekHeader reads the header that begins here without consuming it, and returns its
// length; with an error, the number of bytes that it read. The parameters are in the
// buffer.
func (s *Scanner) peekHeader() (h Header, sum uint64, length int, err error) {
	for _, n := range [...]int{5 + 3 + 4, 64, maxHeader} {
		b, perr := s.r.Peek(n)
		h, sum, rest, err := decodeHeader(b, s.opt.Features)
		if err == nil {
			return h, sum, len(b) - len(rest), nil
		}
		if perr != nil && perr != io.EOF {
			return h, 0, n, fmt.Errorf("archive: read header: %w", perr)
		}
		if c, ok := err.(*CorruptError); ok {
			err = headCorrupt(s.pos+c.Offset, c.Msg, c.Err)
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) || perr != nil || n == maxHeader {
			return h, 0, n, err
		}
	}
	return h, 0, 0, nil
}

// NextMember goes to the next of concatenated archives, and returns io.EOF if there
// is none. Before the end of an archive, or after damage, it skips the bytes up to
// the next complete header; then Number is no longer known. The errors are those of
// NewScanner, and ErrLimit if the search for a header would take more than linear
// time.
func (s *Scanner) NextMember() error {
	if s.state == ended {
		if b, err := s.r.Peek(1); len(b) == 0 {
			if err == io.EOF {
				return io.EOF
			}
			return s.readErr(err)
		}
		_, s.err = s.begin()
		return s.err
	}
	s.number = -1
	for !s.lost {
		b, err := s.r.Peek(maxHeader)
		if err != nil && err != io.EOF {
			return s.readErr(err)
		}
		i := bytes.Index(b, headerMagic[:])
		if i < 0 && err == io.EOF {
			s.skip(len(b))
			return io.EOF
		}
		if i < 0 {
			s.skip(len(b) - len(headerMagic) + 1)
			continue
		}
		s.skip(i)
		looked, err := s.begin()
		if err == nil || !refused(err) {
			s.err = err
			return err
		}
		s.spend(int64(max(looked, falseMarker)))
		s.skip(1)
	}
	s.err = fmt.Errorf("%w: too much damage before byte %d", ErrLimit, s.pos)
	return s.err
}

// spend counts bytes read twice or without a result.
func (s *Scanner) spend(n int64) {
	s.again += n
	s.lost = s.lost || s.again > newPatience(s.in.read)
}

// unread gives back the bytes read from s.pos on.
func (s *Scanner) unread(b []byte) {
	if s.spend(int64(len(b))); s.lost {
		return
	}
	ahead, _ := s.r.Peek(s.r.Buffered())
	s.in.back = append([][]byte{b, bytes.Clone(ahead)}, s.in.back...)
	s.r.Reset(s.in)
}

// rewinder reads the bytes given back, then those of r.
type rewinder struct {
	back [][]byte
	r    io.Reader
	read int64 // bytes read from r
}

func (w *rewinder) Read(p []byte) (int, error) {
	for len(w.back) > 0 {
		if len(w.back[0]) == 0 {
			w.back = w.back[1:]
			continue
		}
		n := copy(p, w.back[0])
		w.back[0] = w.back[0][n:]
		return n, nil
	}
	n, err := w.r.Read(p)
	w.read += int64(n)
	return n, err
}

// skip drops n bytes of the buffer.
func (s *Scanner) skip(n int) {
	n, _ = s.r.Discard(n)
	s.pos += int64(n)
}

// Offset returns the offset of the archive in the input, in bytes.
func (s *Scanner) Offset() int64 { return s.at.start }

// Number returns the number in the input of the last frame read, from 0, or -1 if not
// known.
func (s *Scanner) Number() int { return max(s.number, 0) - 1 }

// Entry returns the index entry of the last frame read, without its Meta.
func (s *Scanner) Entry() Entry { return s.entry }

// Header returns the header of the archive.
func (s *Scanner) Header() Header { return s.header }

// Frames returns the remaining frames, up to the first error.
func (s *Scanner) Frames() iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		for {
			f, err := s.Next()
			if err == io.EOF || !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// Next returns the next frame, verified, in newly allocated memory. It returns io.EOF
// after the last footer of the archive if that footer fits the frames. For an archive
// that is cut off it returns the complete frames first, then a *CorruptError. It also
// returns frames that follow a damaged index, which may be an old one; if the last
// footer fits all of them, an *OldIndexError then replaces io.EOF. After an error,
// every call returns that error until NextMember finds another archive.
func (s *Scanner) Next() (Frame, error) {
	for s.err == nil {
		f, ok, err := s.next()
		if err != nil {
			s.err = s.firstOf(err)
			break
		}
		if ok {
			return f, nil
		}
	}
	return Frame{}, s.err
}

// firstOf returns err, or an earlier error.
func (s *Scanner) firstOf(err error) error {
	switch {
	case s.passed == nil || err != io.EOF && !refused(err):
		return err
	case s.state == ended:
		return s.passed
	}
	return s.passed.Err
}

// next reads a frame or, with ok false, a footer.
func (s *Scanner) next() (f Frame, ok bool, err error) {
	b, err := s.r.Peek(4)
	if err != nil && err != io.EOF {
		return f, false, s.readErr(err)
	}
	begins := func(marker [4]byte) bool { return len(b) > 0 && string(b) == string(marker[:len(b)]) }
	end := s.state == afterFooter
	index := len(b) == 4 && likeness(b, footerMagic) > likeness(b, frameMagic)
	switch {
	case end && (len(b) == 0 || len(b) == 4 && begins(headerMagic)):
		s.state = ended
		return f, false, io.EOF
	case len(b) == 0:
		return f, false, headCorrupt(s.pos, "archive ends without a footer", io.ErrUnexpectedEOF)
	case len(b) < 4 && (begins(frameMagic) || begins(footerMagic) || end && begins(headerMagic)):
		return f, false, headCorrupt(s.pos, "archive is cut off", io.ErrUnexpectedEOF)
	case begins(frameMagic):
		s.state = amongFrames
		f, err = s.frame()
		return f, err == nil, err
	case begins(footerMagic):
		if err = s.footer(); err == nil {
			s.state = afterFooter
			return f, false, nil
		}
	default:
		err = &CorruptError{Frame: s.number, Offset: s.pos, Msg: "neither a frame nor a footer begins here"}
	}
	if index && refused(err) {
		return s.behindIndex(err)
	}
	return f, false, err
}

func (s *Scanner) readErr(err error) error {
	return fmt.Errorf("archive: read at byte %d: %w", s.pos, err)
}

func (s *Scanner) frame() (Frame, error) {
	var h frameHead
	// A short peek is enough for most frames, and does not wait for bytes of a slow
	// pipe.
	for _, n := range [...]int{minFrame, 128, maxFrameHeader} {
		b, perr := s.r.Peek(n)
		if perr != nil && perr != io.EOF {
			return Frame{}, s.readErr(perr)
		}
		var err error
		if h, err = parseFrameHead(b, &s.opt); err == nil {
			break
		}
		if perr == io.EOF || n == maxFrameHeader || !errors.Is(err, io.ErrUnexpectedEOF) {
			return Frame{}, at(err, s.number, s.pos)
		}
	}
	b, err := s.read(h.length)
	if err != nil {
		return Frame{}, at(err, s.number, s.pos)
	}
	f, err := h.open(b)
	if err != nil {
		s.unread(b)
		return Frame{}, at(err, s.number, s.pos)
	}
	e := Entry{Offset: s.pos, Length: h.length, Games: h.games, Input: h.input}
	s.oneSum = binary.LittleEndian.Uint64(b[len(b)-sumLen:])
	e.Sum = uint32(s.oneSum)
	if s.frames == 0 {
		s.firstAt = s.pos
	}
	s.entry = e
	addFacts(s.facts, &e)
	s.unseal(&h, b, &e)
	s.frames++
	if s.number >= 0 {
		s.number++
	}
	s.pos += h.length
	return f, nil
}

// addFacts adds the index entry of a frame to a hash.
func addFacts(d *xxhash.Digest, e *Entry) {
	b := make([]byte, 0, 48)
	b = binfmt.AppendUvarint(b, uint64(e.Offset))
	_, _ = d.Write(appendFacts(b, e)) // cannot fail
}

// read reads n bytes and grows its memory as they arrive, so that a wrong length does
// not allocate more than the input has. It does not move s.pos. An early end is a
// *CorruptError with an offset from s.pos, and the bytes read are given back.
func (s *Scanner) read(n int64) ([]byte, error) {
	const step = 1 << 20
	b := make([]byte, 0, min(n, step))
	for int64(len(b)) < n {
		if len(b) == cap(b) {
			b = append(make([]byte, 0, min(n, 2*int64(cap(b)))), b...)
		}
		got, err := io.ReadFull(s.r, b[len(b):cap(b)])
		b = b[:len(b)+got]
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			s.unread(b)
			return nil, &CorruptError{Offset: int64(len(b)), Msg: "archive is cut off", Err: io.ErrUnexpectedEOF}
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// footer reads a footer and compares it with the frames read.
func (s *Scanner) footer() error {
	b, err := s.r.Peek(4 + 10)
	if err != nil && err != io.EOF {
		return s.readErr(err)
	}
	size, err := footerLength(b, s.pos)
	if err != nil {
		return err
	}
	if err := checkSize("index in memory", indexCost(size, 0), s.opt.MaxIndex); err != nil {
		return err
	}
	if b, err = s.read(size); err != nil {
		return at(err, -1, s.pos)
	}
	if err := s.checkFooter(b); err != nil {
		s.unread(b)
		return err
	}
	s.pos += size
	return nil
}

// checkFooter compares a footer with the frames read.
func (s *Scanner) checkFooter(b []byte) error {
	foot, err := parseFooter(b, s.pos, s.at, s.opt.MaxIndex)
	if err != nil {
		return err
	}
	if len(foot.entries) != s.frames {
		return wrongFrames(s.pos, len(foot.entries), s.frames)
	}
	if s.frames == 1 && foot.entries[0].Offset != s.firstAt || s.frames > 1 && !s.sameFacts(foot.entries) {
		return headCorrupt(s.pos, "index does not fit the frames before it", nil)
	}
	if err := checkFooterSum(b, s.pos, s.headSum, s.frames, s.oneSum); err != nil {
		return err
	}
	behind := newTail(b, s.pos, s.headSum)
	s.tail = &behind
	return nil
}

// unseal checks whether the frame b has a valid seal, and so ends the archive.
func (s *Scanner) unseal(h *frameHead, b []byte, e *Entry) {
	if s.tail == nil {
		return
	}
	s.tail.unsealed++
	if h.sealed() {
		if _, ok := s.tail.unseal(h, b, e.Offset, s.tail.unsealed); ok {
			s.state = afterFooter
		}
		s.tail.unsealed = 0
	}
	s.tail.add(e)
}

func (s *Scanner) sameFacts(entries []Entry) bool {
	d := xxhash.New()
	for i := range entries {
		addFacts(d, &entries[i])
	}
	return d.Sum64() == s.facts.Sum64()
}
