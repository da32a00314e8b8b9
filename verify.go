package chesszip

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/openinggames"
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

// mostDamages is the length of a list of Damage, which must not grow with a file.
const mostDamages = 1000

// addDamage adds d to a list.
func addDamage(list []Damage, d Damage) []Damage {
	if len(list) < mostDamages {
		return append(list, d)
	}
	last := &list[len(list)-1]
	last.Games += d.Games
	last.More++
	return list
}

// verified is what Verify found out about a segment.
type verified struct {
	games   int64
	frames  int64 // that are right
	input   int64
	damaged []Damage
}

// Verify decodes every frame of an archive and compares what comes out with
// every checksum, and what the index says with the games. It goes on behind
// damage and returns all of it; the error is that of the whole: a *GapError, an
// *archive.OldIndexError, or one of reading. Stats are of what is right. For PGN
// there is nothing to verify.
func (a *Archive) Verify(ctx context.Context) (stats Stats, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return stats, nil, errPlain
	}
	check := func(_ context.Context, v *frameview.View) ([]verified, error) {
		return []verified{a.verifyView(v)}, nil
	}
	framewalk.Each(ctx, a.allFrames(), check, func(v verified, e error) bool {
		if err = e; err != nil {
			return false
		}
		for _, d := range v.damaged {
			damaged = addDamage(damaged, d)
		}
		stats.Frames += v.frames
		stats.Out += v.input
		if len(v.damaged) == 0 {
			stats.Games += v.games
		}
		a.set.report(&stats)
		return true
	})
	stats.In = a.Size()
	if err != nil {
		return stats, damaged, err
	}
	err = a.firstGap()
	if a.part {
		return stats, damaged, err
	}
	told := map[int]bool{} // index frames
	add := func(d Damage) {
		if !told[d.Frame] {
			damaged = addDamage(damaged, d)
		}
		told[d.Frame] = true
	}
	a.verifyOverflow(ctx, add)
	wrong := func(frame int, err error) {
		add(Damage{Frame: frame, First: a.frames.FirstGame(frame), Err: err})
	}
	if e := openinggames.Verify(ctx, a.frames, a.set.Threads, wrong); e != nil && ctx.Err() == nil {
		return stats, damaged, keepFirst(err, e)
	}
	if err := ctxio.Err(ctx); err != nil {
		return stats, damaged, err
	}
	return stats, damaged, keepFirst(err, a.OldIndexes(ctx))
}

// OldIndexes reads the indexes that Append has left behind and that are of no use any
// more. Where one does not fit the frames before it, the error is an
// *archive.OldIndexError: Decompress returns it too, after all games. Others are
// those of reading.
func (a *Archive) OldIndexes(ctx context.Context) error {
	for _, m := range a.members {
		if err := m.From(ctxio.ReaderAt(ctx, a.r)).VerifyOldIndexes(); err != nil {
			return ctxio.Instead(ctx, err)
		}
	}
	return nil
}

// Intact compares the checksums of all frames, without decoding them, and searches
// the gaps for whole frames. It returns how many games are in whole frames, which
// is what Recover would save, and the frames that are damaged. The error is one of
// reading.
func (a *Archive) Intact(ctx context.Context) (games int64, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return 0, nil, errPlain
	}
	check := func(ctx context.Context, v *frameview.View) (all []Damage, err error) {
		for n := range v.Segment().Frames {
			_, err := a.frames.Frame(ctx, n)
			if err != nil && !frameview.IsDamage(err) {
				return nil, err
			}
			all = append(all, Damage{Frame: n, First: a.frames.FirstGame(n), Games: a.frames.Entry(n).Games, Err: err})
		}
		return all, nil
	}
	framewalk.Each(ctx, a.allFrames(), check, func(d Damage, e error) bool {
		switch err = e; {
		case err != nil:
		case d.Err != nil:
			damaged = addDamage(damaged, d)
		default:
			games += d.Games
		}
		return err == nil
	})
	for _, g := range a.gaps {
		if err != nil {
			break
		}
		in := io.NewSectionReader(ctxio.ReaderAt(ctx, a.r), g.Offset, g.Length)
		for f, e := range archive.Salvage(in, g.Length, nil) {
			if e != nil && !frameview.IsDamage(e) {
				err = e
			}
			games += f.Frame.Games
		}
	}
	return games, damaged, ctxio.Instead(ctx, err)
}

// allFrames returns what is walked over to read all of a, gaps aside.
func (a *Archive) allFrames() framewalk.Part {
	p := a.walked()
	p.Gaps, p.Reads = nil, framewalk.ReadsAll
	return p
}

// verifyView checks the frames of a view.
func (a *Archive) verifyView(v *frameview.View) verified {
	v.Alone()
	s := v.Segment()
	out := verified{games: int64(v.Items())}
	bad := func(n int, err error) {
		if err != nil {
			out.damaged = append(out.damaged, Damage{Frame: n, First: a.frames.FirstGame(n), Games: a.frames.Entry(n).Games, Err: err})
		}
	}
	for piece := range v.Pieces() {
		if piece == 0 && !v.Huge() {
			if _, err := v.Texts(0, v.Items()); err != nil {
				bad(s.Frame, err)
				continue
			}
		}
		text, err := v.Piece(piece)
		if err != nil {
			bad(s.Frame+piece, err)
			continue
		}
		out.input += int64(len(text))
		out.frames++
		if piece == 0 {
			statistics, index := v.CheckIndex()
			bad(s.Frame, statistics)
			bad(s.Index, index)
		}
	}
	return out
}

// verifyOverflow checks the index frames with statistics of many frames, which
// have been compared with their games.
func (a *Archive) verifyOverflow(ctx context.Context, found func(Damage)) {
	known := map[int]bool{} // index frames that were looked at
	for _, s := range a.segments {
		known[s.Index] = true
	}
	for n := range a.frames.Len() {
		if e := a.frames.Entry(n); e.Games > 0 || e.Input > 0 {
			continue
		}
		f, err := a.frames.Frame(ctx, n)
		if ctx.Err() != nil {
			return
		}
		if err == nil && frameindex.IsOverflow(&f) {
			if err = a.frames.CheckOverflow(n, &f); err != nil {
				err = fmt.Errorf("%w: frame %d: %w", ErrCorrupt, n+1, err)
				known[n] = false
			}
		}
		if err != nil && !known[n] {
			found(Damage{Frame: n, First: a.frames.FirstGame(n), Err: err})
		}
	}
}
