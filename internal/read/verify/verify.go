// Package verify says what is damaged in a file of archives, or in a part of it. It
// goes on behind damage, and gives a list of it that does not grow with the file.
//
//	Verify  decodes all frames: what comes out, what indexes and opening tables say,
//	        and old indexes
//	Intact  reads all frames, and compares their checksums; looks for more in the gaps
package verify

import (
	"cmp"
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Right counts what is as it should be.
type Right struct {
	Frames int64 // of items
	Bytes  int64 // that these frames give back
	Games  int64 // that are whole, whatever has become of their index
}

// Verify decodes every frame of a and compares what comes out with every checksum, and
// what the index says with the games. It returns all damage, and calls tell with the sums
// so far after each segment, and after the games that are whole in its gaps, which are not
// decoded. The error is that of the whole: what is told of the first
// gap, an *archive.OldIndexError, one of reading tables and old indexes, or that of ctx; a
// frame that cannot be read counts as damaged. Of a part of a file, what is not of its
// segments is not looked at.
func (a *Archive) Verify(ctx context.Context, tell func(Right)) (damaged []Damage, err error) {
	var right Right
	doubtful := map[int]bool{} // members with a damaged index frame
	check := func(ctx context.Context, v *view.View) ([]verified, error) {
		return []verified{verify(ctx, v, a.Frames)}, nil
	}
	walk.Each(ctx, a.all(), check, func(v verified, e error) bool {
		if err = e; err != nil {
			return false
		}
		for _, d := range v.damaged {
			damaged = add(damaged, d)
			if d.Frame == v.segment.Index {
				doubtful[a.Frames.MemberOf(d.Frame)] = true
			}
		}
		right.Frames += v.frames
		right.Bytes += v.input
		right.Games += v.games(a.Frames)
		tell(right)
		return true
	})
	if err != nil {
		return damaged, err
	}
	if len(a.Gaps) > 0 {
		more, e := a.inGaps(ctx)
		if e != nil {
			return damaged, ctxio.Instead(ctx, e)
		}
		right.Games += more
		tell(right)
		err = a.Gaps[0].Told
	}
	if a.Cut {
		return damaged, err
	}
	told := map[int]bool{} // index frames
	wrong := func(frame int, err error) {
		if !told[frame] {
			damaged = add(damaged, Damage{Frame: frame, First: a.Frames.FirstGame(frame), Err: err})
		}
		told[frame] = true
	}
	a.verifyOverflow(ctx, wrong)
	if e := openings.Verify(ctx, a.Frames, a.Threads, func(member int) bool { return doubtful[member] }, wrong); e != nil && ctx.Err() == nil {
		return damaged, cmp.Or(err, e)
	}
	if err := ctxio.Err(ctx); err != nil {
		return damaged, err
	}
	return damaged, cmp.Or(err, a.OldIndexes(ctx))
}

// OldIndexes reads the indexes that appends have left behind and that are of no use any
// more. The error is an *archive.OldIndexError where one does not fit the frames before
// it, or one of reading.
func (a *Archive) OldIndexes(ctx context.Context) error {
	for _, m := range a.Readers {
		if err := m.From(ctxio.ReaderAt(ctx, a.Bytes)).VerifyOldIndexes(); err != nil {
			return ctxio.Instead(ctx, err)
		}
	}
	return nil
}

// verifyOverflow checks the frames without games and bytes: that they are index frames,
// and those with statistics of many frames, which have been compared with their games. It
// calls wrong with what is damaged, and ends early where ctx is done.
func (a *Archive) verifyOverflow(ctx context.Context, wrong func(frame int, err error)) {
	known := map[int]bool{} // index frames that were looked at
	for _, s := range a.Segments {
		known[s.Index] = true
	}
	for n := range a.Frames.Len() {
		if e := a.Frames.Entry(n); e.Games > 0 || e.Input > 0 {
			continue
		}
		f, err := a.Frames.Frame(ctx, n)
		if ctx.Err() != nil {
			return
		}
		var why error
		switch {
		case err != nil:
		case !index.IsIndex(&f) && !known[n]: // those of segments were looked at
			why = errNoIndex
		case index.IsOverflow(&f):
			why = a.Frames.CheckOverflow(n, &f)
		}
		if why != nil {
			err, known[n] = inFrame(n, why), false
		}
		if err != nil && !known[n] {
			wrong(n, err)
		}
	}
}

// errNoIndex is damage.
var errNoIndex = errors.New("a frame without games and bytes is no index frame")
