package chesszip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/openingtable"
)

// addSegment adds the games of a segment, whose frame has a number in the new archive.
func (o *openingGames) addSegment(frame int, a *Archive, s frameview.Segment) {
	games, index, first := a.frames.Entry(s.Frame).Games, int64(0), o.games
	if games == 0 {
		return
	}
	if s.Index >= 0 {
		index = a.frames.Entry(s.Index).Length
	}
	o.add(frame, games, index, func(ctx context.Context) (openingtable.Games, bool, error) {
		v := a.frames.View(ctx, s)
		defer v.Done()
		return v.Played(first)
	})
}

// hasOpenings reports whether any member of a has an opening table.
func (a *Archive) hasOpenings() bool {
	for _, m := range a.members {
		if frameindex.OpeningsFrame(m) >= 0 {
			return true
		}
	}
	return false
}

// addMember adds the games of a member, whose frames keep their numbers.
func (o *openingGames) addMember(a *Archive, member int) {
	from, to := a.frames.Starts(member), a.frames.Starts(member+1)
	for _, s := range a.segments {
		if s.Frame >= from && s.Frame < to {
			o.addSegment(s.Frame-from, a, s)
		}
	}
}

// verifyOpenings makes the opening tables of all members anew and compares them.
func (a *Archive) verifyOpenings(ctx context.Context, found func(Damage)) error {
	for i := range a.members {
		t, err := a.frames.Openings(ctx, i)
		frame := a.frames.Starts(i) + max(frameindex.OpeningsFrame(a.members[i]), 0)
		if err == nil && t != nil {
			frame, err = a.compareOpenings(ctx, i, t)
		}
		if err = keepFirst(err, nil); err != nil {
			if !isDamage(err) {
				return err
			}
			found(Damage{Frame: frame, First: a.frames.FirstGame(frame), Err: err})
		}
	}
	return nil
}

// compareOpenings makes a table anew. It returns the frame that differs, and how.
func (a *Archive) compareOpenings(ctx context.Context, member int, t *frameview.Openings) (frame int, err error) {
	work, stop := context.WithCancel(ctx)
	defer stop()
	have := t.Directory()
	o := &openingGames{}
	o.addMember(a, member)
	o.parts = slices.DeleteFunc(o.parts, func(p openingPart) bool { return p.frame >= have.Covers })
	o.games = 0
	for _, p := range o.parts {
		o.games += p.games
	}
	d := openingtable.Directory{Covers: have.Covers}
	block, frame := 0, t.Frame()
	wrong := func(n int) error {
		frame = n
		return fmt.Errorf("%w: frame %d: the opening table is not that of the games", ErrCorrupt, n+1)
	}
	err = o.build(work, stop, a.set.Threads, openingtable.VerifyLimits(), &d, func(want []byte) error {
		if block >= len(have.Blocks) {
			return wrong(t.Frame())
		}
		frame = t.BlockFrame(block)
		got, err := t.Block(work, block)
		if err != nil {
			return err
		}
		if block++; string(got) != string(want) {
			return wrong(frame)
		}
		return nil
	})
	if errors.Is(err, errNoTable) {
		err = nil // there are damaged index frames, which were found
	} else if err == nil && string(d.Append(nil)) != string(have.Append(nil)) {
		err = wrong(t.Frame())
	}
	return frame, cmp.Or(ctx.Err(), err)
}
