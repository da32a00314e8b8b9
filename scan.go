package chesszip

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
)

// Scan looks into what cannot be read anywhere, such as a pipe: it reads r from front to
// back, PGN or archives end to end, and gives it as parts in their order. Each part is an
// Archive in memory, which can be asked all that a part of one can, see Archive.Shard;
// but there is nothing to Verify in it, and lines and records are numbered from 0 in each.
// Games and frames are numbered through the whole stream: Span says which games a part has.
//
//	for a, err := range chesszip.Scan(ctx, os.Stdin, nil) {
//		...
//		for g, err := range a.FilterGames(ctx, query) { ... }
//	}
//
// A part has up to two frames for each thread, so that all of them have work, and while
// it is looked into the next is read. With two threads both take at most 64 MiB, and
// 20 MiB more for each further thread. No game is cut, but of one of more than 16 MiB only the first
// are held: what asks for its text returns ErrLimit. Texts of games share the memory of
// their part.
//
// The error is that of r, with no part, ErrVersion or *LevelError; nothing follows then.
// Damage is an error at its place: if the caller goes on, the next archive that lies
// behind it follows. What is damaged inside a frame, as the calls of a part say, loses
// nothing in other parts. An empty r gives no parts. Of the options, AllowMissing,
// Levels, Threads and Progress count.
func Scan(ctx context.Context, r io.Reader, o *ReaderOptions) iter.Seq2[*Archive, error] {
	return func(yield func(*Archive, error) bool) {
		set, err := o.withDefaults()
		if err != nil {
			yield(nil, err)
			return
		}
		work, stop := context.WithCancel(ctx)
		s := &scan{set: set, ctx: work, parts: make(chan scanned), most: 1, file: frameview.Join(nil)}
		go func() {
			defer close(s.parts)
			s.run(r)
		}()
		defer func() {
			stop()
			for range s.parts { // until what reads has ended
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
		}
	}
}

// Limits of a part.
const (
	framesPerThread = 2
	// maxPartBytes is how many bytes of frames may be held before the part ends; it ends
	// behind the frame that reaches them.
	maxPartBytes = 20 << 20
	// maxScanned is how much of a game is held that is larger than a frame.
	maxScanned = 16 << 20
)

// scanned is a part, or why there is none.
type scanned struct {
	part *Archive
	err  error
}

// scan is a Scan that is going on: what reads.
type scan struct {
	set   settings
	ctx   context.Context
	parts chan scanned
	in    *countingReader
	file  *frameview.File // the last part
	most  int             // frames that the next part may have
	stats Stats

	frames int   // that the part has so far
	bytes  int64 // of them
	game   int64 // bytes of the last game, where that may go on; else 0
}

// give gives what was found, and reports whether more is wanted.
func (s *scan) give(p scanned) bool {
	select {
	case s.parts <- p:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// run gives the parts of r.
func (s *scan) run(r io.Reader) {
	s.in = &countingReader{r: ctxio.Reader(s.ctx, r)}
	in := bufio.NewReader(s.in)
	head, err := in.Peek(8)
	switch {
	case err != nil && err != io.EOF:
	case archive.IsArchive(head):
		err = s.archives(in)
	default:
		err = s.games(in)
	}
	if err = unlessEnd(err); err != nil {
		s.give(scanned{err: err})
	}
}

// full reports whether the part should end before a frame that begins something.
func (s *scan) full() bool {
	return s.frames >= s.most || s.bytes >= maxPartBytes/2*int64(max(2, s.set.Threads)) || s.game > maxScanned
}

// end gives what is held as a part, if there is something.
func (s *scan) end(m frameview.Member) bool {
	if s.frames == 0 {
		return true
	}
	// The first parts are small: who looks for something near the beginning reads no more.
	s.most = min(2*s.most, framesPerThread*s.set.Threads)
	s.frames, s.bytes, s.game = 0, 0, 0
	s.file = s.file.Next(m)
	s.stats.In, s.stats.Games = s.in.n, s.file.Games()
	s.set.report(&s.stats)
	return s.give(scanned{part: &Archive{set: s.set, frames: s.file, segments: s.file.Segments(), part: true}})
}

// add counts a frame, and reports whether it is more of a game than is held.
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

// games gives the parts of PGN, or of whatever is no archive.
func (s *scan) games(r io.Reader) error {
	chunks := chunk.NewSplitter(s.ctx, r)
	held := frameview.NewPlain(nil)
	for {
		c, err := chunks.Next()
		if err == io.EOF {
			s.end(frameview.Member{Source: held})
			return nil
		}
		if err != nil {
			if s.end(frameview.Member{Source: held}) {
				err = fmt.Errorf("chesszip: read: %w", err)
			}
			return err
		}
		if !c.More && s.full() {
			if !s.end(frameview.Member{Source: held}) {
				return nil
			}
			held = frameview.NewPlain(nil)
		}
		n := int64(len(c.Text))
		if s.add(n, n, int64(len(c.Ends)), c.More) {
			held.Omit(n)
		} else {
			held.Hold(c.Text, c.Ends)
		}
	}
}

// archives gives the parts of archives that lie end to end.
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
		case err == errEnough:
			return nil
		case err != nil && (unlessRefused(err) != nil || !s.give(scanned{err: err})):
			return err
		}
		if err = frames.NextMember(); err == io.EOF || errors.Is(err, ErrLimit) { // the latter comes after damage
			return nil
		}
	}
}

// archive gives the parts of one archive.
func (s *scan) archive(frames *archive.Scanner) error {
	c, err := s.set.codingOf(frames.Header().Params)
	if err != nil {
		return err
	}
	held := new(frameview.Held)
	end := func() bool {
		return s.end(frameview.Member{Source: held, Level: c.level, Missing: c.missingError()})
	}
	last, indexed := int64(0), false // games of the last frame that has some, and whether it has its index
	for {
		f, err := frames.Next()
		if err != nil {
			if !end() {
				return errEnough
			}
			return unlessEnd(err)
		}
		e := frames.Entry()
		index := f.Games == 0 && f.Input == 0
		more := !index && f.Games == 0 && last == 1 && !indexed
		switch {
		case index:
			if indexed = true; frameindex.IsOverflow(&f) { // it is of frames that are gone, too
				f = archive.Frame{}
			}
			s.frames++
			s.bytes += e.Length
		default:
			if !more && s.full() {
				if !end() {
					return errEnough
				}
				held = new(frameview.Held)
			}
			if s.add(f.Input, e.Length, f.Games, more) {
				held.Omit(e)
				continue
			}
			if !more {
				last, indexed = f.Games, false
			}
		}
		held.Add(f, e)
	}
}
