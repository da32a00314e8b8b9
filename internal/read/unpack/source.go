package unpack

import (
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
)

// source reads the frames of archives.
type source struct {
	opt    *Options
	in     *ctxio.Counter
	frames *archive.Scanner

	member    int // number, from 1, of the archive being read; 0 between two
	seen      int // archives so far
	coding    header.Coding
	unordered bool       // lines of an archive are sorted
	limit     int64      // of all bytes, 0 for none
	claimed   int64      // total of the frames so far
	waiting   *readFrame // a frame read ahead, or nil
	plain     bool       // index frames are not expected
}

// coded is a frame that was read, or the end of an archive.
type coded struct {
	archive.Frame
	number int
	read   int64 // bytes of the input up to its end
	member int
	coding header.Coding
	index  *archive.Frame // its index frame, or nil
	end    bool
	err    error // why the archive ended early
}

// open begins with the archives in r. Whole reports that all of r is available. The
// error may be damage of the first archive; if others may follow, ok is true.
func open(o *Options, r io.Reader, whole bool) (s source, ok bool, err error) {
	s = source{opt: o, in: &ctxio.Counter{R: r}, plain: !whole}
	s.frames, err = archive.NewScanner(s.in, nil)
	return s, s.frames != nil, err
}

// begin reads the header of an archive.
func (s *source) begin() error {
	head := s.frames.Header()
	s.seen++
	c, err := s.opt.Coding(head.Params)
	if err != nil {
		if s.seen > 1 {
			err = fmt.Errorf("archive %d in the file: %w", s.seen, err)
		}
		return err
	}
	s.member, s.coding = s.seen, c
	s.unordered = s.unordered || header.IsSorted(&head)
	return nil
}

// isSeeker reports whether all of a stream is available, so that reading ahead does not
// wait. In other streams, index frames are expected once there was one.
func isSeeker(src io.Reader) bool {
	s, ok := src.(io.Seeker)
	if !ok {
		return false
	}
	_, err := s.Seek(0, io.SeekCurrent)
	return err == nil
}

// readFrame is a result of read.
type readFrame struct {
	coded
	more bool
	err  error
}

// next reads a frame of games with the index frame after it, or the end of an archive.
// What the index has is not decoded.
func (s *source) next() (f coded, more bool, err error) {
	at := s.take()
	for at.more && at.err == nil && index.IsIndex(&at.Frame) {
		s.plain = false // further frames may have one
		at = s.take()
	}
	if !at.more || at.err != nil || at.end || s.plain || s.opt.FullCheck || !s.frames.FrameFollows() {
		return at.coded, at.more, at.err
	}
	sum := s.frames.Entry().Sum
	behind := s.take()
	if s.plain = !index.IsIndex(&behind.Frame) || !index.IsOf(&behind.Frame, sum); s.plain {
		s.waiting = &behind
	} else if s.frames.Entry().Length <= maxIndex {
		at.index = &behind.Frame
	}
	return at.coded, true, nil
}

// take returns the frame that was read ahead, or reads one.
func (s *source) take() (r readFrame) {
	if s.waiting != nil {
		r, s.waiting = *s.waiting, nil
		return r
	}
	r.coded, r.more, r.err = s.read()
	return r
}

// read reads a frame, of games or of an index.
func (s *source) read() (f coded, more bool, err error) {
	if s.member == 0 {
		switch err := s.frames.NextMember(); {
		case err == io.EOF || errors.Is(err, archive.ErrLimit): // ErrLimit comes after damage
			return f, false, nil
		case err != nil:
			return coded{end: true, err: err}, true, unlessOfBytes(err)
		}
		if err := s.begin(); err != nil {
			return f, false, err
		}
	}
	read, err := s.frames.Next()
	f = coded{Frame: read, number: s.frames.Number(), read: s.in.N, member: s.member, coding: s.coding}
	switch {
	case err == io.EOF:
		f.end, s.member = true, 0
		return f, true, nil
	case err != nil:
		f.end, f.err, s.member = true, err, 0
		return f, true, unlessOfBytes(err)
	}
	if s.claimed += read.Input; s.limit > 0 && s.claimed > s.limit {
		return f, false, fmt.Errorf("%w: the archive gives more than %d bytes", archive.ErrLimit, s.limit)
	}
	return f, true, nil
}

// unlessOfBytes returns err, or nil if it is about the bytes of an archive.
func unlessOfBytes(err error) error {
	if header.IsOfBytes(err) {
		return nil
	}
	return err
}
