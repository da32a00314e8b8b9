package unpack

import (
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
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
	unordered bool  // lines of an archive are sorted
	limit     int64 // of all bytes, 0 for none
	claimed   int64 // total of the frames so far
}

// coded is a frame that was read, or the end of an archive.
type coded struct {
	archive.Frame
	number int
	read   int64 // bytes of the input up to its end
	member int
	coding header.Coding
	end    bool
	err    error // why the archive ended early
}

// size returns about the number of bytes of the frame in the input.
func (c *coded) size() (n int64) {
	for _, s := range c.Streams {
		n += int64(len(s.Data))
	}
	return n
}

// open begins with the archives in r. The error may be damage of the first archive; if
// others may follow, ok is true.
func open(o *Options, r io.Reader) (s source, ok bool, err error) {
	s = source{opt: o, in: &ctxio.Counter{R: r}}
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

// next reads a frame of games, or the end of an archive.
func (s *source) next() (f coded, more bool, err error) {
	for {
		if f, more, err = s.read(); !more || err != nil || f.end || !index.IsIndex(&f.Frame) {
			return f, more, err
		}
	}
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
