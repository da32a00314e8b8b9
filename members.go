package chesszip

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TornError says that an archive does not end with an index, but that one
// lies before its last bytes, in which there is no whole frame: something was
// being appended when the program or the machine died, or other bytes came
// behind. Open with Size as size gives the archive as it was before.
type TornError struct {
	Size int64 // bytes up to the end of the last index
	Tail int64 // bytes behind it
}

// Error returns a sentence such as
//
//	chesszip: 1234 bytes lie behind the last index, at byte 5678: an append that was cut off?
func (e *TornError) Error() string {
	return fmt.Sprintf("chesszip: %d bytes lie behind the last index, at byte %d: an append that was cut off?", e.Tail, e.Size)
}

// Unwrap returns ErrCorrupt.
func (e *TornError) Unwrap() error { return ErrCorrupt }

// GapError says that some bytes of a file belong to no archive that is whole,
// while others of the file do: an archive among several is damaged, or bytes of
// another kind are between them. Recover may save games of it.
type GapError struct {
	Offset, Length int64 // of the gap in the file, in bytes
	Err            error // why
}

// Error returns a sentence such as
//
//	chesszip: bytes 1234 to 5678 are no whole archive: archive: corrupt input at byte 5670: checksum of the index is wrong
func (e *GapError) Error() string {
	return fmt.Sprintf("chesszip: bytes %d to %d are no whole archive: %v", e.Offset, e.Offset+e.Length, e.Err)
}

// Unwrap returns ErrCorrupt and why.
func (e *GapError) Unwrap() []error { return []error{ErrCorrupt, e.Err} }

// gap is a GapError and where it lies among the frames.
type gap struct {
	GapError
	frame int // number of the first frame behind it
}

// gapsOf says where gaps lie among the frames of members.
func gapsOf(gaps []archive.Gap, members []*archive.Reader, frames *frameview.File) []gap {
	all := make([]gap, len(gaps))
	n := 0
	for i, g := range gaps {
		for n < len(members) && members[n].Offset() < g.Offset {
			n++
		}
		all[i] = gap{GapError{g.Offset, g.Length, g.Err}, frames.Starts(n)}
	}
	return all
}

// torn reports whether a gap at the end of a file is what an append has left that
// was cut off: it does not begin as an archive does, and holds no whole frame.
func torn(r io.ReaderAt, g archive.Gap) (bool, error) {
	head := make([]byte, min(8, g.Length))
	if _, err := r.ReadAt(head, g.Offset); err != nil && err != io.EOF {
		return false, err
	}
	if archive.IsArchive(head) {
		return false, nil
	}
	for _, err := range archive.Salvage(io.NewSectionReader(r, g.Offset, g.Length), g.Length, nil) {
		if err != nil && !errors.Is(err, ErrLimit) {
			return false, err
		}
		return false, nil
	}
	return true, nil
}

// models returns what coded the moves of each member.
func (s *settings) models(members []*archive.Reader) ([]*learned.Level, error) {
	all := make([]*learned.Level, len(members))
	for i, m := range members {
		var err error
		if all[i], err = s.modelOf(m.Header().Params); err != nil {
			return nil, memberError(i, len(members), err)
		}
	}
	return all, nil
}

// memberError says in which of several members err came up; they are counted from
// 1.
func memberError(i, n int, err error) error {
	if err == nil || n == 1 {
		return err
	}
	return fmt.Errorf("archive %d of %d in the file: %w", i+1, n, err)
}

// isDamage reports whether err is about the bytes of an archive, so that other
// archives of the file can be read nevertheless.
func isDamage(err error) bool { return errors.Is(err, ErrCorrupt) || errors.Is(err, ErrLimit) }

// stretch is a part of a file: segments, and the gaps between them.
type stretch struct {
	segments []frameview.Segment
	gaps     []gap
}

// all returns the whole of a.
func (a *Archive) all() stretch { return stretch{a.segments, a.gaps} }

// firstGap returns the first gap, nil if there is none.
func (a *Archive) firstGap() error {
	if len(a.gaps) == 0 {
		return nil
	}
	return &a.gaps[0].GapError
}

// within returns the segments from number i up to, not including, j, and the gaps
// before frames from number low to high.
func (a *Archive) within(i, j, low, high int) stretch {
	s := stretch{segments: a.segments[i:j]}
	for _, g := range a.gaps {
		if g.frame >= low && g.frame <= high {
			s.gaps = append(s.gaps, g)
		}
	}
	return s
}

// withGames returns what of s is in members that have games; all of it where none
// has.
func (a *Archive) withGames(s stretch) stretch {
	if a.frames.Members() == 1 || a.frames.Games() == 0 {
		return s
	}
	without := 0
	for i := range a.frames.Members() {
		if a.frames.Member(i).Games() == 0 {
			without++
		}
	}
	if without == 0 {
		return s
	}
	var kept []frameview.Segment
	for _, g := range s.segments {
		if a.frames.Member(a.frames.MemberOf(g.Frame)).Games() > 0 {
			kept = append(kept, g)
		}
	}
	s.segments = kept
	return s
}

// errEnough ends a walk whose taker wants no more.
var errEnough = errors.New("chesszip: enough")

// walk works on tasks, several at once, and gives the results to done in order. A
// task is of a frame. Damage ends the work on the frames of its archive; it and
// the gaps are given to broken, and the walk goes on with the next archive. It
// ends early where one of the three says errEnough, or else fails.
func walk[In, Out any](
	a *Archive, threads int, gaps []gap,
	next func() (in In, more bool, err error), frame func(In) int,
	work func(In) (Out, error), done func(Out) error, broken func(error) error,
) error {
	type result struct {
		out    Out
		frame  int
		member int64
		err    error
	}
	var damaged atomic.Int64 // 1 + the number of the member that was found damaged last
	tell := func(upto int) error {
		for len(gaps) > 0 && gaps[0].frame <= upto {
			g := &gaps[0].GapError
			gaps = gaps[1:]
			if err := broken(g); err != nil {
				return err
			}
		}
		return nil
	}
	look := func(_ int, in In) (r result, err error) {
		r.frame = frame(in)
		r.member = int64(a.frames.MemberOf(r.frame)) + 1
		if damaged.Load() != r.member {
			r.out, r.err = work(in)
		}
		if r.err != nil && !isDamage(r.err) {
			return r, r.err
		}
		return r, nil
	}
	take := func(r result) error {
		err := tell(r.frame)
		switch {
		case err != nil:
			return err
		case damaged.Load() == r.member:
			return nil
		case r.err != nil:
			damaged.Store(r.member)
			return broken(r.err)
		}
		return done(r.out)
	}
	err := ordered.Run(threads, next, look, take)
	if err == nil {
		err = tell(math.MaxInt)
	}
	return err
}

// each works on the views of segments, several at once, and yields what they
// give in order, and what is damaged at its place.
func each[T any](a *Archive, s stretch, work func(*frameview.View) ([]T, error), yield func(T, error) bool) {
	var none T
	threads := min(a.set.Threads, max(1, len(s.segments)))
	next := func() (g frameview.Segment, more bool, err error) {
		if len(s.segments) == 0 {
			return g, false, nil
		}
		g, s.segments = s.segments[0], s.segments[1:]
		return g, true, nil
	}
	frame := func(g frameview.Segment) int { return g.Frame }
	look := func(g frameview.Segment) ([]T, error) { return work(a.frames.View(g)) }
	done := func(all []T) error {
		for _, t := range all {
			if !yield(t, nil) {
				return errEnough
			}
		}
		return nil
	}
	broken := func(err error) error {
		if !yield(none, err) {
			return errEnough
		}
		return nil
	}
	if err := walk(a, threads, s.gaps, next, frame, look, done, broken); err != nil && err != errEnough {
		yield(none, err)
	}
}

// keepFirst returns the first of two errors.
func keepFirst(first, err error) error { return cmp.Or(first, err) }
