package verifying

import (
	"context"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/salvage"
)

// Intact compares the checksums of all frames of a, without decoding them, and looks for
// whole frames in its gaps. It returns how many games are in whole frames, and the frames
// that are damaged. The error is one of reading, or that of ctx.
func (a *Archive) Intact(ctx context.Context) (games int64, damaged []Damage, err error) {
	check := func(ctx context.Context, v *frameview.View) (all []Damage, err error) {
		for n := range v.Segment().Frames {
			_, err := a.Frames.Frame(ctx, n)
			if err != nil && !frameview.IsDamage(err) {
				return nil, err
			}
			all = append(all, damageOf(a.Frames, n, err))
		}
		return all, nil
	}
	framewalk.Each(ctx, a.all(), check, func(d Damage, e error) bool {
		switch err = e; {
		case err != nil:
		case d.Err != nil:
			damaged = add(damaged, d)
		default:
			games += d.Games
		}
		return err == nil
	})
	for _, g := range a.Gaps {
		if err != nil {
			break
		}
		var n int64
		n, err = salvage.Games(ctxio.ReaderAt(ctx, a.Bytes), g.Gap)
		games += n
	}
	return games, damaged, ctxio.Instead(ctx, err)
}
