package chesszip

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/internal/write/copy"
)

// Append compresses src as an addition to the archive of size bytes in r; if several
// archives are concatenated there, to the last. It writes to dst what follows the last
// byte of r: frames, and a new index if the last one has no space for them. Each
// addition takes effect with its last byte. Until that byte is safely stored, the old
// archive is restored by cutting the file to size; see TornError.
//
// The level and the open columns are those of the archive. The opening table is rebuilt when the games after it are
// more than an eighth of those that it covers; the old table stays in the file, unused,
// until Merge removes it. The result decompresses as if the inputs had been concatenated
// before compression, except that a game which src continues stays two games. If src is
// empty, nothing is written.
//
// The errors are those of Open and Compress, and *GapError if the file ends with bytes
// that are not a whole archive and may hold games for Recover.
func Append(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, src io.Reader, o *AppendOptions) (Stats, error) {
	v := *cmp.Or(o, &AppendOptions{})
	opt, err := (&WriterOptions{Threads: v.Threads, Open: v.Open, Progress: v.Progress}).writing(allThreads())
	if err != nil {
		return Stats{}, err
	}
	a, err := Open(ctx, r, size, &ReaderOptions{Levels: v.Levels, Threads: v.Threads})
	if err != nil {
		return Stats{}, err
	}
	last := a.members[len(a.members)-1]
	if n := len(a.all.Gaps); last.Offset()+last.Size() != size && n > 0 {
		return Stats{}, a.all.Gaps[n-1].Told
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	stats, err := write.Append(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src), a.all, opt)
	return statsOf(stats), ctxio.Instead(ctx, err)
}

// Merge writes an archive of the games of several archives to dst, in order; each of
// them may be a file of concatenated archives. If all of them code moves by one level,
// their frames are copied. If not, or if one of them is PGN, MergeOptions.Repack must be
// set; otherwise ErrRepack is returned before anything is written. The other errors are
// those of Compress and Decompress, and *GapError if a file is damaged.
func Merge(ctx context.Context, dst io.Writer, from []*Archive, o *MergeOptions) (Stats, error) {
	v := cmp.Or(o, &MergeOptions{})
	opt, err := v.Repack.writing(allThreads())
	if err != nil {
		return Stats{}, err
	}
	join := copy.Repack
	if v.Repack == nil {
		join = write.Merge
		if v.Openings || !v.NoOpenings && slices.ContainsFunc(from, (*Archive).hasOpenings) {
			opt.Openings = true
		}
	}
	opt.Progress = both(progress(v.Progress), opt.Progress)
	parts := make([]walk.Part, len(from))
	for i, a := range from {
		if err := a.firstGap(); err != nil {
			return Stats{}, err
		}
		opt.Sorted = opt.Sorted || a.Sorted()
		parts[i] = a.all
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	stats, err := join(work, stop, ctxio.Writer(work, dst), parts, opt)
	return statsOf(stats), ctxio.Instead(ctx, err)
}

// hasOpenings reports whether any member of a has an opening table, or was to have one.
func (a *Archive) hasOpenings() bool {
	for i, m := range a.members {
		if index.OpeningsFrame(m) >= 0 || a.all.Frames.Member(i).Openings {
			return true
		}
	}
	return false
}

// both returns a function that calls f and g; either may be nil.
func both(f, g func(*chunk.Stats)) func(*chunk.Stats) {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(s *chunk.Stats) {
		f(s)
		g(s)
	}
}
