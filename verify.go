package chesszip

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/salvage"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/read/verify"
	"github.com/chesszip/chesszip/internal/read/view"
)

// errPlain reports that a method for archives was called on PGN.
var errPlain = errors.New("chesszip: this is PGN, not an archive")

// Damage is a damaged frame.
type Damage struct {
	Frame int   `json:"frame"` // its number in the file, from 0
	First int64 `json:"first"` // the games it holds
	Games int64 `json:"games"`
	Err   error `json:"-"`
	// More is the number of further damaged frames that are not listed; their games are
	// included in Games. It is 0 except in the last of a list of 1,000.
	More int `json:"more"`
}

// Verify decodes every frame of an archive, compares the output with every checksum, and
// compares the index with the games. It goes on after damage and returns all of it. The
// error is a *GapError, an *archive.OldIndexError, or that of the reader. Stats are of
// the undamaged frames; Games counts the undamaged games, which Recover would save: a
// damaged index loses none. PGN has nothing to verify.
func (a *Archive) Verify(ctx context.Context) (stats Stats, damaged []Damage, err error) {
	var seen chunk.Stats
	if len(a.members) == 0 {
		return stats, nil, errPlain
	}
	v := a.verified()
	v.Progress = chunk.NewProgress(a.progress)
	found, err := v.Verify(ctx, func(right verify.Right) {
		seen.Frames, seen.Games, seen.Out = right.Frames, right.Games, right.Bytes
	})
	seen.In = a.Size()
	return statsOf(seen), damages(found), err
}

// VerifyChecksums compares the checksums of all frames, without decoding them, and searches the
// gaps for whole frames. It returns the number of games in whole frames, which Recover
// would save, and the damaged frames. The error is that of the reader, or an
// *archive.OldIndexError, as of Verify and, after all games, of Decompress.
func (a *Archive) VerifyChecksums(ctx context.Context) (games int64, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return 0, nil, errPlain
	}
	games, found, err := a.verified().Intact(ctx)
	return games, damages(found), err
}

// verified returns the input of package verify for a.
func (a *Archive) verified() *verify.Archive {
	return &verify.Archive{Part: a.all, Readers: a.members, Bytes: a.r}
}

// damages converts a list of damaged frames; nil if there are none.
func damages(list []verify.Damage) (all []Damage) {
	for _, d := range list {
		all = append(all, Damage(d))
	}
	return all
}

// Recovered is the result of Recover.
type Recovered struct {
	Frames int64 `json:"frames"`
	Games  int64 `json:"games"`
	Out    int64 `json:"out"` // bytes written
	// Undecoded is the number of undamaged frames that could not be decoded, since they
	// need a level that was not given.
	Undecoded int64 `json:"undecoded"`
	// Known reports that every index could still be read. Only then are Lost and
	// LostFrames set: the numbers of games that were not saved, and of their frames.
	Known      bool  `json:"known"`
	Lost       int64 `json:"lost"`
	LostFrames int64 `json:"lost_frames"`
}

// Recover writes the games of every undamaged frame in the size bytes of r to dst, and
// those of the undamaged blocks of other frames, in their order, whatever the state of the header, the index and the rest. The error is
// that of r or dst, or the *LevelError of an archive whose header is undamaged. Damage
// is not an error.
func Recover(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, o *ReaderOptions) (Recovered, error) {
	var got Recovered
	opt, err := o.reading(allThreads())
	if err != nil {
		return got, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	dst, r = ctxio.Writer(work, dst), ctxio.ReaderAt(work, r)
	members, gaps, _ := archive.Members(r, size, nil) // frames are searched for even without a whole archive
	if _, err := codingsOf(members, opt); errors.Is(err, ErrLevel) {
		return got, err
	}
	all := []header.Coding{{}} // for frames that need no level
	for _, l := range ofArchives(cmp.Or(o, &ReaderOptions{}).Levels) {
		all = append(all, header.Coding{Form: header.Form{Level: l}})
	}
	saved := map[int64]int64{} // games of saved frames, by the offset of their ends
	decoders := unpack.NewDecoders(opt.Threads)
	progress := chunk.NewProgress(opt.Progress)
	decode := func(ctx context.Context, thread int, c header.Coding, f *archive.Frame, damaged bool) (text []byte, games int64, err error) {
		if damaged {
			return decoders.Whole(ctx, thread, c, f)
		}
		text, err = decoders.Decode(ctx, thread, c, f)
		return text, f.Games, err
	}
	take := func(s salvage.Saved) error {
		defer func() { progress.Report(&chunk.Stats{In: s.End, Out: got.Out, Games: got.Games}, s.Bytes) }()
		if s.Undecoded {
			got.Undecoded++
			return nil
		}
		n, err := dst.Write(s.Text)
		got.Out += int64(n)
		if err == nil {
			saved[s.End] = s.Games
			if got.Games += s.Games; !s.Part {
				got.Frames++
			}
		}
		return ctxio.WriteError(err)
	}
	codings := salvage.Codings(members, all, opt.Coding)
	if err := salvage.Frames(work, stop, r, size, opt.Threads, progress, codings, decode, take); err != nil {
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

// savedOf returns the number of games of members that were saved, by the numbers for each
// frame. A game of several frames is saved only with all of them.
func savedOf(members []*archive.Reader, saved map[int64]int64) (games int64) {
	for _, m := range members {
		f := view.NewFile(m, nil)
		lost := func(frame int) bool {
			e := m.Entry(frame)
			_, ok := saved[e.Offset+e.Length]
			return !ok
		}
		f.EachSegmentOf(0, func(s view.Segment) {
			e := m.Entry(s.Frame)
			games += min(verify.Whole(f, s, lost), saved[e.Offset+e.Length])
		})
	}
	return games
}
