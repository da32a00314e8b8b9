// Package pipe reads streams without random access, such as pipes: PGN or concatenated
// archives, in order. It yields them as files in memory, of some frames each.
package pipe

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Parts yields r as parts in their order, whose games and frames are numbered through. A
// part has up to two frames for each thread, the first parts fewer. It ends after the
// frame with which it reaches 20 MiB, or 10 MiB for each thread if that is more. No game
// is cut, but of a game of more than 16 MiB only the first are held. The next part is
// read while the caller uses this one.
//
// CodingOf returns the coding of an archive from the parameters in its header. Report is
// called with the bytes read and the games found so far, by one goroutine at a time.
//
// An error comes with no part. If it is about the bytes of an archive, see
// header.IsOfBytes, the parts of the next archive after it follow. Another error of
// codingOf, and that of r or of ctx, is the last item. An empty r gives no parts.
func Parts(
	ctx context.Context, r io.Reader, threads int,
	codingOf func(params []byte) (header.Coding, error), report func(in, games int64),
) iter.Seq2[*view.File, error] {
	return func(yield func(*view.File, error) bool) {
		work, stop := context.WithCancel(ctx)
		s := &scan{
			ctx: work, threads: threads, codingOf: codingOf, report: report,
			parts: make(chan scanned), most: 1, file: view.Join(nil),
		}
		var reading ctxio.Panic
		go func() {
			defer close(s.parts)
			defer reading.Catch()
			s.run(r)
		}()
		defer func() {
			stop()
			for range s.parts { // until the reading goroutine has ended
			}
		}()
		for p := range s.parts {
			if !yield(p.part, ctxio.Instead(ctx, p.err)) {
				return
			}
			if ctx.Err() != nil {
				break
			}
		}
		if err := ctxio.Err(ctx); err != nil {
			yield(nil, err)
			return
		}
		reading.Throw() // s.parts is closed
	}
}

// errStopped reports that the caller wants no more.
var errStopped = errors.New("stopped")

// Limits of a part.
const (
	framesPerThread = 2
	// maxPartBytes is the size of frames in bytes at which a part ends, after the frame
	// that reaches it.
	maxPartBytes = 20 << 20
	// maxScanned is how much of a game larger than a frame is held, in bytes.
	maxScanned = 16 << 20
)

// scanned is a part, or an error instead.
type scanned struct {
	part *view.File
	err  error
}

// scan is the reading goroutine of a Parts.
type scan struct {
	ctx      context.Context
	threads  int
	codingOf func(params []byte) (header.Coding, error)
	report   func(in, games int64)

	parts chan scanned
	in    *ctxio.Counter
	file  *view.File // the last part
	most  int        // limit of frames in the next part

	frames int   // in the part so far
	bytes  int64 // of them
	game   int64 // bytes of the last game if it may continue; otherwise 0
}

// give sends a part, and reports whether the caller wants more.
func (s *scan) give(p scanned) bool {
	select {
	case s.parts <- p:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// run sends the parts of r.
func (s *scan) run(r io.Reader) {
	s.in = &ctxio.Counter{R: ctxio.Reader(s.ctx, r)}
	in := bufio.NewReader(s.in)
	head, err := in.Peek(8)
	switch {
	case err != nil && err != io.EOF:
	case archive.IsArchive(head):
		err = s.archives(in)
	default:
		err = s.games(in)
	}
	if err != nil && err != io.EOF {
		s.give(scanned{err: err})
	}
}

// full reports whether the part should end before a frame that begins a new item.
func (s *scan) full() bool {
	return s.frames >= s.most || s.bytes >= maxPartBytes/2*int64(max(2, s.threads)) || s.game > maxScanned
}

// end sends the held frames as a part, if there are any.
func (s *scan) end(m view.Member) bool {
	if s.frames == 0 {
		return true
	}
	// The first parts are small, so that a search that finds something early reads no
	// more.
	s.most = min(2*s.most, framesPerThread*s.threads)
	s.frames, s.bytes, s.game = 0, 0, 0
	s.file = s.file.Next(m)
	s.report(s.in.N, s.file.Games())
	return s.give(scanned{part: s.file})
}

// add counts a frame, and reports whether it continues a game beyond the limit.
func (s *scan) add(input, held int64, games int64, more bool) (omit bool) {
	if !more {
		s.game = 0
	}
	s.frames++
	if games == 1 || more {
		s.game += input
	}
	if more && s.game > maxScanned {
		return true
	}
	s.bytes += held
	return false
}

// games sends the parts of PGN, or of anything that is not an archive.
func (s *scan) games(r io.Reader) error {
	chunks := chunk.NewSplitter(s.ctx, r)
	held := view.NewPlain(nil)
	for {
		c, err := chunks.Next()
		if err == io.EOF {
			s.end(view.Member{Source: held})
			return nil
		}
		if err != nil {
			if s.end(view.Member{Source: held}) {
				err = ctxio.ReadError(err)
			}
			return err
		}
		if !c.More && s.full() {
			if !s.end(view.Member{Source: held}) {
				return nil
			}
			held = view.NewPlain(nil)
		}
		n := int64(len(c.Text))
		if s.add(n, n, int64(len(c.Ends)), c.More) {
			held.Omit(n)
		} else {
			held.Hold(c.Text, c.Ends)
		}
	}
}

// archives sends the parts of concatenated archives.
func (s *scan) archives(r io.Reader) error {
	frames, err := archive.NewScanner(r, nil)
	if frames == nil {
		return err
	}
	for {
		if err == nil {
			err = s.archive(frames)
		}
		switch {
		case err == errStopped:
			return nil
		case err != nil && (!header.IsOfBytes(err) || !s.give(scanned{err: err})):
			return err
		}
		if err = frames.NextMember(); err == io.EOF || errors.Is(err, archive.ErrLimit) { // ErrLimit comes after damage
			return nil
		}
	}
}

// archive sends the parts of one archive.
func (s *scan) archive(frames *archive.Scanner) error {
	c, err := s.codingOf(frames.Header().Params)
	if err != nil {
		return err
	}
	held := new(view.Held)
	end := func() bool {
		return s.end(view.Member{Source: held, Coding: c})
	}
	goes := false // whether the next frame may go on with the game of the last one
	for {
		f, err := frames.Next()
		if err != nil {
			if !end() {
				return errStopped
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}
		e := frames.Entry()
		entry := f.Games == 0 && f.Input == 0
		more := !entry && f.Games == 0 && goes
		switch {
		case entry:
			goes = false
			f = archive.Frame{} // it also covers frames already sent
			s.frames++
			s.bytes += e.Length
		default:
			if !more && s.full() {
				if !end() {
					return errStopped
				}
				held = new(view.Held)
			}
			if s.add(f.Input, e.Length, f.Games, more) {
				held.Omit(e)
				continue
			}
			if !more {
				goes = f.Games == 1
			}
		}
		held.Add(f, e)
	}
}
