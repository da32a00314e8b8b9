package chesszip

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/internal/write/copy"
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
	if n := len(a.all.Gaps); last.Offset()+last.Size() != size && n > 0 {
		return Stats{}, a.all.Gaps[n-1].Told
	}
	stats, err := write.Append(ctx, stop, dst, src, a.all, s.framing())
	return statsOf(&stats), err
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
	join := copy.Repack
	if v.Repack == nil {
		join = write.Merge
		if v.Openings || !v.NoOpenings && slices.ContainsFunc(from, (*Archive).hasOpenings) {
			s.Index |= IndexOpenings
		}
	}
	stats, err := s.join(work, stop, dst, from, join)
	return stats, ctxio.Instead(ctx, err)
}

// hasOpenings reports whether any member of a has an opening table.
func (a *Archive) hasOpenings() bool {
	return slices.ContainsFunc(a.members, func(m *archive.Reader) bool { return index.OpeningsFrame(m) >= 0 })
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

// join writes an archive of the games of several as how, write.Merge or
// copy.Repack, does.
func (s *settings) join(
	ctx context.Context, stop func(), dst io.Writer, from []*Archive,
	how func(context.Context, func(), io.Writer, []walk.Part, *write.Options) (write.Stats, error),
) (Stats, error) {
	parts := make([]walk.Part, len(from))
	for i, a := range from {
		if err := a.firstGap(); err != nil {
			return Stats{}, err
		}
		s.sorted = s.sorted || a.Sorted()
		parts[i] = a.all
	}
	stats, err := how(ctx, stop, dst, parts, s.framing())
	return statsOf(&stats), err
}
