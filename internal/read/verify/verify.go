// Package verify finds the damage in a file of archives, or in a part of it. It goes on
// after damage, and returns a list of it whose size does not grow with the file.
//
//	Verify  decodes all frames, and checks their contents, indexes, opening tables and old indexes
//	Intact  reads all frames, compares their checksums, and searches the gaps
package verify

import (
	"cmp"
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Right counts undamaged frames.
type Right struct {
	Frames int64 // of items
	Bytes  int64 // decompressed size of these frames
	Games  int64 // undamaged, whatever the state of their index
}

// Verify decodes every frame of a, compares the output with every checksum, and compares
// the index with the games. It returns all damage. It calls tell with the sums so far
// after each segment, and after the games in whole frames of its gaps, which are not
// decoded. The error is Told of the first gap, an *archive.OldIndexError, that of
// reading tables and old indexes, or that of ctx; a frame that cannot be read counts as
// damaged. Of a part of a file, only its segments are examined.
func (a *Archive) Verify(ctx context.Context, tell func(Right)) (damaged []Damage, err error) {
	var right Right
	read := int64(0)           // bytes of frames
	doubtful := map[int]bool{} // members with a damaged frame
	check := func(ctx context.Context, v *view.View) ([]verified, error) {
		at := a.Place(v.Segment())
		ctx, end := a.Progress.Begin(ctx, at.Stored, unpack.Units(a.Frames.Member(a.Frames.MemberOf(at.Number)).Coding, at.Input))
		defer end()
		v = a.Frames.View(ctx, v.Segment())
		defer v.Done()
		return []verified{verify(ctx, v, a.Frames)}, nil
	}
	walk.Each(ctx, a.all(), check, func(v verified, e error) bool {
		if err = e; err != nil {
			return false
		}
		for _, d := range v.damaged {
			damaged = add(damaged, d)
			doubtful[a.Frames.MemberOf(d.Frame)] = true
		}
		right.Frames += v.frames
		right.Bytes += v.input
		right.Games += v.games(a.Frames)
		tell(right)
		stored := a.Place(v.segment).Stored
		read += stored
		a.Progress.Report(&chunk.Stats{In: read, Out: right.Bytes, Games: right.Games, Frames: right.Frames}, stored)
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
	a.verifyIndex(ctx, wrong)
	isDoubtful := func(member int) bool { return doubtful[member] }
	e := openings.Verify(ctx, a.Frames, a.Threads, isDoubtful, wrong)
	if e == nil {
		e = a.derived(ctx, isDoubtful, wrong)
	}
	if e != nil && ctx.Err() == nil {
		return damaged, cmp.Or(err, e)
	}
	if err := ctxio.Err(ctx); err != nil {
		return damaged, err
	}
	if err == nil {
		err = a.oldIndexes(ctx)
	}
	return damaged, err
}

// oldIndexes reads the indexes that appends have replaced. The error is an
// *archive.OldIndexError if one does not fit the frames before it, or that of reading.
func (a *Archive) oldIndexes(ctx context.Context) error {
	for _, m := range a.Readers {
		if err := m.From(ctxio.ReaderAt(ctx, a.Bytes)).VerifyOldIndexes(); err != nil {
			return ctxio.Instead(ctx, err)
		}
	}
	return nil
}

// verifyIndex checks the frames without games and bytes: they must be index frames.
// Statistics of many frames have been compared with their games already. It calls wrong
// with each damage, and ends early if ctx is done.
func (a *Archive) verifyIndex(ctx context.Context, wrong func(frame int, err error)) {
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
		case !index.IsIndex(&f):
			why = errNoIndex
		case index.HasFilters(&f):
			why = a.Frames.CheckFilters(n, &f)
		}
		if why != nil {
			err = inFrame(n, why)
		}
		if err != nil {
			wrong(n, err)
		}
	}
}

// errNoIndex is damage.
var errNoIndex = errors.New("a frame without games and bytes is no index frame")
