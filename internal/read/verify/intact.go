package verify

import (
	"context"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/read/salvage"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Intact compares the checksums of all frames of a, without decoding them, and searches
// its gaps for whole frames. It returns the number of games in whole frames, and the
// damaged frames. The error is that of reading, or of ctx.
func (a *Archive) Intact(ctx context.Context) (games int64, damaged []Damage, err error) {
	check := func(ctx context.Context, v *view.View) ([]verified, error) {
		out := verified{segment: v.Segment()}
		for n := range v.Segment().Frames {
			_, err := a.Frames.Frame(ctx, n)
			switch {
			case view.IsDamage(err):
				out.damaged, out.lost = append(out.damaged, damageOf(a.Frames, n, err)), append(out.lost, n)
			case err != nil:
				return nil, err
			}
		}
		return []verified{out}, nil
	}
	walk.Each(ctx, a.all(), check, func(v verified, e error) bool {
		if err = e; err != nil {
			return false
		}
		for _, d := range v.damaged {
			damaged = add(damaged, d)
		}
		games += v.games(a.Frames)
		return true
	})
	if err == nil {
		var more int64
		more, err = a.inGaps(ctx)
		games += more
	}
	if err = ctxio.Instead(ctx, err); err == nil {
		err = a.oldIndexes(ctx)
	}
	return games, damaged, err
}

// inGaps returns the number of games in whole frames of the gaps of a. The error is that
// of reading.
func (a *Archive) inGaps(ctx context.Context) (games int64, err error) {
	for _, g := range a.Gaps {
		n, err := salvage.Games(ctxio.ReaderAt(ctx, a.Bytes), g.Gap)
		if games += n; err != nil {
			return games, err
		}
	}
	return games, nil
}
