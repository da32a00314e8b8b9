package chesszip

import (
	"context"
	"iter"
	"slices"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/outline"
)

// Outline returns White, Black, WhiteElo, BlackElo, Date, Result, ECO and Event of game i,
// as far as it has them and they say something, and its length. Of an archive with players
// and numbers in its index they come from there, in a small part of the time that
// Tags takes, else from the tags. Dates are written as 2013.01.24, 2013.01.?? or
// 2013.??.??. The errors are those of Tags.
func (a *Archive) Outline(ctx context.Context, i int64) (h Header, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return h, err
	}
	// A segment of the archive knows its index frame.
	frame := v.Segment().Frame
	if at, ok := slices.BinarySearchFunc(a.segments, frame, func(s frameview.Segment, n int) int { return s.Frame - n }); ok {
		v = a.frames.View(ctx, a.segments[at])
	}
	ok, err := outline.Indexed(v, item, item+1, nil, nil, func(g outline.Game) { h = Header(g) })
	if err := keepFirst(ctxio.Err(ctx), err); err != nil || ok {
		return h, err
	}
	if h, err = a.Tags(ctx, i); err != nil {
		return h, err
	}
	return Header((*outline.Game)(&h).Outline(nil)), nil
}

// Outlines returns what Outline does of the games that q means, nil for all, from number
// from up to, not including, to, and behind that the values that they have of more tags;
// and what is damaged at its place: of neighbours in a small part of the time. Of these
// tags an index may have Opening, TimeControl and Termination, and Site; they and all
// others are read of the games, without the tags that are not asked for. The error is
// ErrQuery for a malformed query, or damage.
func (a *Archive) Outlines(ctx context.Context, q *Query, from, to int64, more ...string) iter.Seq2[Header, error] {
	f, err := compile(q)
	if err != nil {
		return func(yield func(Header, error) bool) { yield(Header{}, err) }
	}
	return eachGame(ctx, a, from, to, likelyAll, func(v *frameview.View, low, high int, _ int64) (found []Header, err error) {
		meant, any, err := f.Meant(v, low, high)
		if err != nil || !any {
			return nil, err
		}
		err = outline.Each(v, low, high, meant, more, func(g outline.Game) { found = append(found, Header(g)) })
		return found, err
	})
}
