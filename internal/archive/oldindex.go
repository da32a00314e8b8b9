package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// VerifyOldIndexes reads the old indexes that the index skips between frames. Each
// must fit the frames before it, as in a Scanner. The error is an *OldIndexError for
// the first that does not, or one of reading.
func (a *Reader) VerifyOldIndexes() error {
	pos := a.in.headEnd
	for i := range a.foot.entries {
		e := &a.foot.entries[i]
		for pos < e.Offset {
			size, err := a.oldIndex(i, pos, e.Offset)
			if err != nil && refused(err) {
				return &OldIndexError{Offset: pos, Length: e.Offset - pos, Err: err}
			}
			if err != nil {
				return err
			}
			pos += size
		}
		pos = e.end()
	}
	return nil
}

// oldIndex checks the index of the first n frames that begins at byte pos and ends
// by byte end, and returns its length.
func (a *Reader) oldIndex(n int, pos, end int64) (size int64, err error) {
	b, err := readAt(a.r, pos, min(maxFootFront, end-pos))
	if err != nil {
		return 0, err
	}
	if size, err = footerLength(b, pos); err != nil {
		return 0, err
	}
	if size > end-pos {
		return 0, headCorrupt(pos, "footer is malformed or cut", io.ErrUnexpectedEOF)
	}
	if err := checkSize("index in memory", indexCost(size, 0), a.opt.MaxIndex); err != nil {
		return 0, err
	}
	if b, err = readAt(a.r, pos, size); err != nil {
		return 0, err
	}
	foot, err := parseFooter(b, pos, a.in, a.opt.MaxIndex)
	if err != nil {
		return 0, err
	}
	if len(foot.entries) != n {
		return 0, wrongFrames(pos, len(foot.entries), n)
	}
	for i := range foot.entries {
		old, e := &foot.entries[i], &a.foot.entries[i]
		if old.Offset != e.Offset || old.Length != e.Length ||
			n > 1 && (old.Games != e.Games || old.Input != e.Input || old.Sum != e.Sum) {
			return 0, headCorrupt(pos, "index does not fit the frames before it", nil)
		}
	}
	if n == 1 {
		first := &a.foot.entries[0]
		sum, err := readAt(a.r, first.end()-sumLen, sumLen)
		if err != nil {
			return 0, err
		}
		foot.oneSum = binary.LittleEndian.Uint64(sum)
		if uint32(foot.oneSum) != first.Sum {
			return size, nil // the frame is damaged, and the checksum cannot be verified without it
		}
	}
	return size, checkFooterSum(b, pos, a.headSum, n, foot.oneSum)
}

// footerLength returns the length of the footer at byte pos; b holds its front.
func footerLength(b []byte, pos int64) (int64, error) {
	if len(b) < len(footerMagic) || [4]byte(b) != footerMagic {
		return 0, headCorrupt(pos, "no footer here", nil)
	}
	n, rest, err := binfmt.Uvarint(b[4:])
	if err != nil || n > maxCount {
		return 0, headCorrupt(pos, "footer is malformed or cut", cutCause(err))
	}
	return int64(n) + int64(len(b)-len(rest)) + 8, nil
}

// wrongFrames is the error of an index with a wrong number of frames.
func wrongFrames(pos int64, named, came int) error {
	return headCorrupt(pos, fmt.Sprintf("index names %d frames, and %d came before it", named, came), nil)
}

// checkFooterSum checks the checksum of the footer b at byte pos.
func checkFooterSum(b []byte, pos int64, headSum uint64, frames int, oneSum uint64) error {
	n := len(b) - 4
	if footerSum(b[:n], headSum, frames, oneSum) != binary.LittleEndian.Uint32(b[n:]) {
		return headCorrupt(pos, "checksum of the index is wrong", corrupt.ErrSum)
	}
	return nil
}

// likeness returns the number of bytes of b that equal those of a marker.
func likeness(b []byte, marker [4]byte) (n int) {
	for i := range marker {
		if b[i] == marker[i] {
			n++
		}
	}
	return n
}

// behindIndex returns the next frame of the archive after a damaged index, or why if
// there is none before the next archive.
func (s *Scanner) behindIndex(why error) (Frame, bool, error) {
	from := s.pos
	for s.skip(1); !s.lost; s.skip(1) {
		frame, err := s.findFrameOrHeader()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Frame{}, false, err
		}
		if frame {
			length := s.pos - from
			if err = s.peekFrame(); err == nil {
				s.state = amongFrames
				var f Frame
				if f, err = s.frame(); err == nil {
					if s.passed == nil {
						s.passed = &OldIndexError{Offset: from, Length: length, Err: why}
					}
					return f, true, nil
				}
			}
		} else {
			var looked int
			if _, _, looked, err = s.peekHeader(); !errors.Is(err, ErrCorrupt) {
				break // NextMember finds it again
			}
			s.spend(int64(max(looked, falseMarker)))
		}
		if !refused(err) {
			return Frame{}, false, err
		}
	}
	return Frame{}, false, why
}

// peekFrame returns the error of the frame that begins here, as far as the buffer
// shows it. It avoids giving back bytes that frame would read.
func (s *Scanner) peekFrame() error {
	s.spend(falseMarker)
	b, err := s.r.Peek(maxFrameHeader)
	if err != nil && err != io.EOF {
		return s.readErr(err)
	}
	h, err := parseFrameHead(b, &s.opt)
	if err != nil || h.length > maxHeader {
		return err
	}
	s.spend(h.length)
	if b, err = s.r.Peek(int(h.length)); err != nil {
		return nil // frame returns the error
	}
	_, err = h.open(b)
	return err
}

// findFrameOrHeader skips to the next marker of a frame or of a header, and reports
// whether it is that of a frame. The error is io.EOF if there is none.
func (s *Scanner) findFrameOrHeader() (frame bool, err error) {
	for {
		b, err := s.r.Peek(maxHeader)
		if err != nil && err != io.EOF {
			return false, s.readErr(err)
		}
		i := 0
		for ; i+len(frameMagic) <= len(b); i++ {
			n := bytes.IndexByte(b[i:], frameMagic[0]) // all markers begin with it
			if i += n; n < 0 || i+len(frameMagic) > len(b) {
				break
			}
			marker := [4]byte(b[i:])
			if marker == frameMagic || marker == headerMagic {
				s.skip(i)
				return marker == frameMagic, nil
			}
		}
		if err == io.EOF {
			s.skip(len(b))
			return false, io.EOF
		}
		s.skip(len(b) - len(frameMagic) + 1)
	}
}
