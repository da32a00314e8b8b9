package archive

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// Scanner reads an archive from front to back, without seeking and in memory
// bounded by the options: one frame, or the footer. It checks the footer
// against the frames that it has seen.
type Scanner struct {
	r       *bufio.Reader
	opt     Options
	header  Header
	headEnd int64
	headSum uint64
	pos     int64

	frames  int            // seen so far
	facts   *xxhash.Digest // over what the index must say of them
	firstAt int64          // where the first of them lies
	oneSum  uint64         // checksum of the last of them
	end     bool           // the last thing read was a footer
	summary []byte
	err     error
}

// NewScanner reads the header of an archive from r. The errors are those of
// NewReader.
func NewScanner(r io.Reader, o *Options) (*Scanner, error) {
	// The buffer holds the longest header, so that Peek shows it whole.
	s := &Scanner{r: bufio.NewReaderSize(r, maxHeader), opt: o.withDefaults(), facts: xxhash.New()}
	var rest []byte
	for _, n := range [...]int{5 + 3 + 4, 64, maxHeader} {
		b, perr := s.r.Peek(n)
		var err error
		s.header, s.headSum, rest, err = decodeHeader(b, s.opt.Features)
		if err == nil {
			s.headEnd = int64(len(b) - len(rest))
			break
		}
		if perr != nil && perr != io.EOF {
			return nil, fmt.Errorf("archive: read header: %w", perr)
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) || perr != nil || n == maxHeader {
			return nil, err
		}
	}
	// What was decoded is copied before the buffer moves on.
	s.header.Params = append([]byte(nil), s.header.Params...)
	s.skip(int(s.headEnd))
	return s, nil
}

// skip drops bytes that lie in the buffer.
func (s *Scanner) skip(n int) {
	n, _ = s.r.Discard(n)
	s.pos += int64(n)
}

// Header returns what the archive says of itself.
func (s *Scanner) Header() Header { return s.header }

// Summary returns what was given to Writer.Close; it is known once Next has
// returned io.EOF, and nil before.
func (s *Scanner) Summary() []byte {
	if s.err != io.EOF {
		return nil
	}
	return s.summary
}

// Frames returns the frames that follow, up to the first error.
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

// Next returns the next frame, checked, in memory of its own. It returns
// io.EOF after the last footer if that footer fits the frames; an archive
// that is cut off gives its whole frames first and then a *CorruptError. After
// an error, every call returns that error.
func (s *Scanner) Next() (Frame, error) {
	for s.err == nil {
		f, ok, err := s.next()
		if err != nil {
			s.err = err
			break
		}
		if ok {
			return f, nil
		}
	}
	return Frame{}, s.err
}

// next reads a frame or, with ok false, a footer.
func (s *Scanner) next() (f Frame, ok bool, err error) {
	b, err := s.r.Peek(4)
	if err != nil && err != io.EOF {
		return f, false, s.readErr(err)
	}
	switch {
	case len(b) == 0 && s.end:
		return f, false, io.EOF
	case len(b) == 0:
		return f, false, headCorrupt(s.pos, "archive ends without a footer", io.ErrUnexpectedEOF)
	case string(b) == string(frameMagic[:]):
		f, err = s.frame()
		s.end = false
		return f, err == nil, err
	case string(b) == string(footerMagic[:]):
		err = s.footer()
		s.end = true
		return f, false, err
	case len(b) < 4 && (string(b) == string(frameMagic[:len(b)]) || string(b) == string(footerMagic[:len(b)])):
		return f, false, headCorrupt(s.pos, "archive is cut off", io.ErrUnexpectedEOF)
	}
	return f, false, &CorruptError{Frame: s.frames, Offset: s.pos, Msg: "neither a frame nor a footer begins here"}
}

func (s *Scanner) readErr(err error) error {
	return fmt.Errorf("archive: read at byte %d: %w", s.pos, err)
}

func (s *Scanner) frame() (Frame, error) {
	var h frameHead
	// A short look is enough for most frames and does not wait for bytes that
	// a slow pipe has yet to bring.
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
			return Frame{}, at(err, s.frames, s.pos)
		}
	}
	b, err := s.read(h.length)
	if err != nil {
		return Frame{}, at(err, s.frames, s.pos)
	}
	f, err := h.open(b)
	if err != nil {
		return Frame{}, at(err, s.frames, s.pos)
	}
	e := Entry{Offset: s.pos, Length: h.length, Games: h.games, Input: h.input}
	s.oneSum = binary.LittleEndian.Uint64(b[len(b)-sumLen:])
	e.Sum = uint32(s.oneSum)
	if s.frames == 0 {
		s.firstAt = s.pos
	}
	addFacts(s.facts, &e)
	s.frames++
	s.pos += h.length
	return f, nil
}

// addFacts adds what an index says of a frame to a hash.
func addFacts(d *xxhash.Digest, e *Entry) {
	b := make([]byte, 0, 48)
	b = binfmt.AppendUvarint(b, uint64(e.Offset))
	_, _ = d.Write(appendFacts(b, e)) // cannot fail
}

// read reads n bytes, growing its memory as they come, so that a wrong length
// costs no more than what is there. It does not move s.pos. An early end
// is a *CorruptError that counts from s.pos.
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
			return nil, &CorruptError{Offset: int64(len(b)), Msg: "archive is cut off", Err: io.ErrUnexpectedEOF}
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// footer reads a footer and compares it with the frames seen.
func (s *Scanner) footer() error {
	b, err := s.r.Peek(4 + 10)
	if err != nil && err != io.EOF {
		return s.readErr(err)
	}
	n, rest, err := binfmt.Uvarint(b[4:])
	if err != nil || n > maxCount {
		return headCorrupt(s.pos, "footer is malformed or cut", cutCause(err))
	}
	size := int64(n) + int64(len(b)-len(rest)) + 8
	if err := s.opt.checkSize("index", size, s.opt.MaxIndex); err != nil {
		return err
	}
	if b, err = s.read(size); err != nil {
		return at(err, -1, s.pos)
	}
	foot, err := parseFooter(b, s.pos, s.headEnd)
	if err != nil {
		return err
	}
	if len(foot.entries) != s.frames {
		return headCorrupt(s.pos, fmt.Sprintf("index names %d frames, and %d came before it", len(foot.entries), s.frames), nil)
	}
	if s.frames == 1 && foot.entries[0].Offset != s.firstAt || s.frames > 1 && !s.sameFacts(foot.entries) {
		return headCorrupt(s.pos, "index does not fit the frames before it", nil)
	}
	if footerSum(b[:len(b)-4], s.headSum, s.frames, s.oneSum) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
		return headCorrupt(s.pos, "checksum of the index is wrong", nil)
	}
	s.summary = foot.summary
	s.pos += size
	return nil
}

func (s *Scanner) sameFacts(entries []Entry) bool {
	d := xxhash.New()
	for i := range entries {
		addFacts(d, &entries[i])
	}
	return d.Sum64() == s.facts.Sum64()
}
