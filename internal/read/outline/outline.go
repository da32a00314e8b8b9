// Package outline reads the data of games that a list of them shows, and counts it:
// names, ratings, date, result, ECO code, event, and half-moves. It uses the index of
// the frame if that has everything, otherwise the tags. It also reads the main line of a
// game, and all tags of the games of a file.
package outline

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Headers yields the games of p with all their tags, as walk.Each does. It decodes only
// tags.
func Headers(ctx context.Context, p walk.Part, yield func(Game, error) bool) {
	p = p.WithGames()
	p.Reads = walk.ReadsItems
	walk.Each(ctx, p, func(_ context.Context, v *view.View) (found []Game, err error) {
		if err := v.Check(); err != nil {
			return nil, err
		}
		err = v.Tags(nil, true, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			found = append(found, NewGame(v.First()+int64(item), tags, facts.Plies))
			return true
		})
		return found, err
	}, yield)
}

// Each calls yield with the outlines of the items of a view, from <= item < to, that are
// in meant, nil for all, in their order: White, Black, WhiteElo, BlackElo, Date, Result,
// ECO, Event and then the tags in more, without unknown values. Date is UTCDate if Date
// has no year. After an error some may be missing.
func Each(v *view.View, from, to int, meant []bool, more []string, yield func(Game)) error {
	if ok, err := Indexed(v, from, to, meant, more, yield); ok || err != nil {
		return err
	}
	return tagged(v, from, to, meant, more, yield)
}

// tagged is Each without the index.
func tagged(v *view.View, from, to int, meant []bool, more []string, yield func(Game)) error {
	asked := slices.Concat([]string{utcDate}, names[:], more)
	first := v.First()
	return v.Tags(asked, true, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		if k := item - from; k >= 0 && item < to && (meant == nil || meant[k]) {
			g := NewGame(first+int64(item), tags, facts.Plies)
			yield(g.Outline(facts.Result, more))
		}
		return item+1 < to
	})
}
