package chesszip

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/coding"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/framing"
	"github.com/chesszip/chesszip/internal/openinggames"
)

// Append compresses src as an addition to the archive of size bytes in r, the last
// where several lie end to end, and writes to dst what belongs behind its last
// byte: frames, and a new index where there is no room behind the last. One game is
// one frame, whose last byte makes it part of the archive: until that is there and
// safe, the archive is what it was if it is cut to size again; see TornError.
//
// Moves are coded by the level that the archive names. Positions and numbers are indexed also if
// those of the last frame are, and an opening table is made anew once more than an
// eighth of the games that it covers are behind these: the old one stays in the file,
// and is of no use any more, until Merge leaves it out. Games come out as if the inputs had been
// compressed one behind the other, but a game that src continues stays two.
// Where src is empty, nothing is written.
// The errors are those of Open and Compress, and *GapError where the file does not
// end with a whole archive, but with bytes of which Recover may save games.
func Append(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, src io.Reader, o *AppendOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	stats, err := s.append(work, stop, ctxio.Writer(work, dst), r, size, ctxio.Reader(work, src))
	return stats, ctxio.Instead(ctx, err)
}

func (s *settings) append(ctx context.Context, stop func(), dst io.Writer, r io.ReaderAt, size int64, src io.Reader) (Stats, error) {
	a, err := s.open(ctx, r, size)
	if err != nil {
		return Stats{}, err
	}
	last := a.members[len(a.members)-1]
	if n := len(a.gaps); last.Offset()+last.Size() != size && n > 0 {
		return Stats{}, a.gaps[n-1].Told
	}
	if n := len(a.segments); n > 0 && last.Len() > 0 {
		content, err := a.frames.View(ctx, a.segments[n-1]).Content()
		if err != nil {
			return Stats{}, err
		}
		s.Index |= Index(content)
	}
	in := bufio.NewReader(src)
	if _, err := in.Peek(1); err == io.EOF {
		return Stats{}, nil // nothing is nothing
	}
	out := frameindex.NewAppender(archive.NewAppender(dst, last, nil), s.room, last)
	f := s.framing()
	f.Level = a.Level()
	if err := s.goOn(ctx, f, a); err != nil {
		return Stats{}, err
	}
	stats, err := framing.Add(ctx, stop, out, in, f)
	return statsOf(&stats), err
}

// goOn makes the opening table one of the last member of a, too, if that has one or
// the options ask for it.
func (s *settings) goOn(ctx context.Context, f *framing.Options, a *Archive) error {
	member := len(a.members) - 1
	has := frameindex.OpeningsFrame(a.members[member]) >= 0
	if !has && f.Openings == nil {
		return nil
	}
	o := new(openinggames.Games)
	o.AddMember(a.frames, member)
	f.Openings = func() *openinggames.Games { return o }
	t, err := a.frames.Openings(ctx, member)
	switch {
	case err != nil && !frameview.IsDamage(err):
		return err
	case t != nil:
		f.Covered = t.Directory().Games
	}
	return nil
}

// Merge writes an archive of the games of several, one after the other, to
// dst, and so of the archives that lie end to end in a file. Where all of them
// code moves by one level, their frames are taken as they are; where not, or where
// one of them is PGN, the options must say how all are compressed anew, else
// ErrRepack is returned before anything is written. The other errors are those of
// Compress and Decompress, and *GapError where a file is not whole.
func Merge(ctx context.Context, dst io.Writer, from []*Archive, o *MergeOptions) (Stats, error) {
	v := cmp.Or(o, &MergeOptions{})
	s, err := v.Repack.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	s.Progress = both(v.Progress, s.Progress)
	work, stop := context.WithCancel(ctx)
	defer stop()
	dst = ctxio.Writer(work, dst)
	var stats Stats
	if v.Repack != nil {
		stats, err = s.repack(work, stop, dst, from)
	} else {
		if v.Openings || !v.NoOpenings && slices.ContainsFunc(from, (*Archive).hasOpenings) {
			s.Index |= IndexOpenings
		}
		stats, err = s.merge(work, stop, dst, from)
	}
	return stats, ctxio.Instead(ctx, err)
}

// hasOpenings reports whether any member of a has an opening table.
func (a *Archive) hasOpenings() bool {
	return slices.ContainsFunc(a.members, func(m *archive.Reader) bool { return frameindex.OpeningsFrame(m) >= 0 })
}

// both returns what calls two functions, either of which may be nil.
func both(f, g func(Progress)) func(Progress) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(p Progress) {
		f(p)
		g(p)
	}
}

// begin looks at what is to be merged.
func (s *settings) begin(from []*Archive) error {
	for _, a := range from {
		if err := a.firstGap(); err != nil {
			return err
		}
		s.sorted = s.sorted || a.Sorted()
	}
	return nil
}

func (s *settings) merge(ctx context.Context, stop func(), dst io.Writer, from []*Archive) (Stats, error) {
	if err := s.begin(from); err != nil {
		return Stats{}, err
	}
	params, same := commonParams(from)
	switch {
	case len(from) == 0:
		params = coding.Params(nil)
	case !same:
		return Stats{}, ErrRepack
	}
	out, err := framing.NewArchive(dst, params, s.Sort || s.sorted, s.room)
	if err != nil {
		return Stats{}, err
	}
	var stats Stats
	openings := &openinggames.Games{}
	for _, a := range from {
		for _, run := range a.walked().Runs {
			if err := s.writeRun(ctx, out, a, run, openings, &stats); err != nil {
				return stats, err
			}
		}
		stats.In += a.Size()
	}
	if s.Index&IndexOpenings != 0 {
		err = openings.Write(ctx, stop, s.Threads, s.openings, out)
	}
	if err == nil {
		err = out.Close()
	}
	stats.Out = out.Size()
	return stats, err
}

// repack compresses what several archives give back.
func (s *settings) repack(ctx context.Context, stop func(), dst io.Writer, from []*Archive) (stats Stats, err error) {
	if err := s.begin(from); err != nil {
		return Stats{}, err
	}
	err = piped(ctx, stop, func(w io.Writer) error {
		for _, a := range from {
			if _, err := a.CopyAll(ctx, w); err != nil {
				return err
			}
		}
		return nil
	}, func(r io.Reader) (err error) {
		stats, err = s.compress(ctx, stop, dst, r)
		return err
	})
	return stats, err
}

// piped runs write, and read of what it writes, and returns the error of read when
// both have ended. Stop cancels ctx, which ends write where read does not want all.
func piped(ctx context.Context, stop func(), write func(w io.Writer) error, read func(r io.Reader) error) error {
	pr, pw := io.Pipe()
	release := context.AfterFunc(ctx, func() { pr.CloseWithError(ctxio.Err(ctx)) })
	defer release()
	var wait sync.WaitGroup
	wait.Go(func() { pw.CloseWithError(write(pw)) })
	err := read(pr)
	pr.CloseWithError(errEnough)
	stop()
	wait.Wait()
	return err
}

// writeRun writes segments of one member as they are.
func (s *settings) writeRun(ctx context.Context, out *frameindex.Writer, a *Archive, run framewalk.Part, openings *openinggames.Games, stats *Stats) error {
	run.Reads = framewalk.ReadsAll
	for g := range run.OneByOne {
		first, n, err := a.writeSegment(ctx, out, g)
		if err != nil {
			return err
		}
		openings.AddSegment(first, a.frames, g)
		stats.Frames += int64(n)
		stats.Games += a.frames.Entry(g.Frame).Games
		stats.Out = out.Size()
		s.report(stats)
	}
	return nil
}

// commonParams returns the header's parameters that all archives have in
// common; there are none if one of them is PGN.
func commonParams(from []*Archive) (params []byte, same bool) {
	add := func(p []byte) bool {
		if params != nil && !bytes.Equal(p, params) {
			return false
		}
		params = p
		return true
	}
	for _, a := range from {
		if len(a.members) == 0 {
			return nil, false
		}
		if len(a.segments) == 0 && !add(a.members[0].Header().Params) {
			return nil, false
		}
		for member := range a.walked().Runs {
			if !add(a.members[member].Header().Params) {
				return nil, false
			}
		}
	}
	return params, true
}
