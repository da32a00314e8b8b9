package chesszip

import (
	"context"

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
