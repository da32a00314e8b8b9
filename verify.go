package chesszip

import (
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/salvage"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/read/verify"
	"github.com/chesszip/chesszip/internal/read/view"
)

// errPlain says that what only archives can do was asked of PGN.
var errPlain = errors.New("chesszip: this is PGN, not an archive")

// Damage is a frame that is not as it should be.
type Damage struct {
	Frame        int   // its number in the file, from 0
	First, Games int64 // the games it holds
	Err          error
	// More is how many other damaged frames behind it are not listed; their games
	// count among Games. It is 0 but for the last of a list of 1,000.
	More int
}

// Verify decodes every frame of an archive and compares what comes out with
// every checksum, and what the index says with the games. It goes on behind
// damage and returns all of it; the error is that of the whole: a *GapError, an
// *archive.OldIndexError, or one of reading. Stats are of what is right; Games are all
// that are whole, which is what Recover would save: a damaged index costs none. For PGN
// there is nothing to verify.
func (a *Archive) Verify(ctx context.Context) (stats Stats, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return stats, nil, errPlain
	}
	found, err := a.verified().Verify(ctx, func(right verify.Right) {
		stats.Frames, stats.Games, stats.Out = right.Frames, right.Games, right.Bytes
		a.set.report(&stats)
	})
	stats.In = a.Size()
	return stats, damages(found), err
}

// OldIndexes reads the indexes that Append has left behind and that are of no use any
// more. Where one does not fit the frames before it, the error is an
// *archive.OldIndexError: Decompress returns it too, after all games. Others are
// those of reading.
func (a *Archive) OldIndexes(ctx context.Context) error { return a.verified().OldIndexes(ctx) }

// Intact compares the checksums of all frames, without decoding them, and searches
// the gaps for whole frames. It returns how many games are in whole frames, which
// is what Recover would save, and the frames that are damaged. The error is one of
// reading.
func (a *Archive) Intact(ctx context.Context) (games int64, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return 0, nil, errPlain
	}
	games, found, err := a.verified().Intact(ctx)
	return games, damages(found), err
}

// verified returns a as what is verified.
func (a *Archive) verified() *verify.Archive {
	return &verify.Archive{Part: a.all, Readers: a.members, Bytes: a.r}
}

// damages returns a list as users see it, nil where there is none.
func damages(list []verify.Damage) (all []Damage) {
	for _, d := range list {
		all = append(all, Damage(d))
	}
	return all
}

// Recovered says what Recover saved.
type Recovered struct {
	Frames int64
	Games  int64
	Out    int64 // bytes written
	// Undecoded is the number of frames that are whole but could not be
	// decoded, since they need a level that was not given.
	Undecoded int64
	// Known says that every index could still be read; then Lost are the games
	// that are not saved, and LostFrames their frames.
	Known            bool
	Lost, LostFrames int64
}

// Recover writes the games of every undamaged frame that is anywhere in the
// size bytes of r to dst, in their order, whatever has become of the header,
// the index and the rest. The error is that of
// r or dst, or the *LevelError of an archive whose header is whole; damage is not an
// error.
func Recover(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, o *ReaderOptions) (Recovered, error) {
	var got Recovered
	opt, err := o.withDefaults()
	if err != nil {
		return got, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	dst, r = ctxio.Writer(work, dst), ctxio.ReaderAt(work, r)
	members, gaps, _ := archive.Members(r, size, nil) // without one, frames are looked for nevertheless
	if _, err := opt.codings(members); errors.Is(err, ErrLevel) {
		return got, err
	}
	all := []header.Coding{{}} // what needs no level
	for _, l := range opt.levels {
		all = append(all, header.Coding{Level: l})
	}
	saved := map[int64]bool{} // where the frames end
	decoders := unpack.NewDecoders(opt.Threads)
	decode := func(thread int, c header.Coding, f *archive.Frame) ([]byte, error) {
		return decoders.Decode(work, thread, c, f, nil)
	}
	take := func(s salvage.Saved) error {
		if s.Undecoded {
			got.Undecoded++
			return nil
		}
		n, err := dst.Write(s.Text)
		got.Out += int64(n)
		if err == nil {
			saved[s.End] = true
			got.Frames++
			got.Games += s.Games
			opt.report(&Stats{In: s.End, Out: got.Out, Games: got.Games})
		}
		return ctxio.WriteError(err)
	}
	codings := salvage.Codings(members, all, opt.codingOf)
	if err := salvage.Frames(work, stop, r, size, opt.Threads, codings, decode, take); err != nil {
		return got, ctxio.Instead(ctx, err)
	}
	got.Known = len(members) > 0 && len(gaps) == 0
	if got.Known {
		got.Games = savedOf(members, saved)
		games, frames := salvage.Count(members)
		got.Lost, got.LostFrames = games-got.Games, frames-got.Frames
	}
	return got, nil
}

// savedOf returns how many games of members are whole where the frames are saved that end
// at some bytes of their file.
func savedOf(members []*archive.Reader, saved map[int64]bool) (games int64) {
	for _, m := range members {
		f := view.NewFile(m, nil)
		lost := func(frame int) bool {
			e := m.Entry(frame)
			return !saved[e.Offset+e.Length]
		}
		f.EachSegmentOf(0, func(s view.Segment) { games += verify.Whole(f, s, lost) })
	}
	return games
}
