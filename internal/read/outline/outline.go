// Package outline reads the data of games that a list of them shows, and counts it:
// names, ratings, date, result, ECO code, event, and half-moves. It also reads the main
// line of a game, and all tags of the games of a file.
package outline

import (
	"context"
	"strconv"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/pgn"
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
	return newReader(facts.New(v), more).outlines(v.First(), from, to, meant, yield)
}

// Indexed is Each if columns have everything needed. Otherwise it returns false and has
// called nothing.
func Indexed(v *view.View, from, to int, meant []bool, more []string, yield func(Game)) (ok bool, err error) {
	r := newReader(facts.New(v), more)
	if !r.Every(func() { r.game(0) }) {
		return false, r.Err()
	}
	return true, r.outlines(v.First(), from, to, meant, yield)
}

// Of returns the outline of a game with these tags.
func Of(number int64, tags []tagvalue.Tag, base tagvalue.Facts, more ...string) Game {
	r := newReader(facts.Of(tags, base), more)
	return r.game(number)
}

// reader reads outlines.
type reader struct {
	*facts.Games
	more    []string
	ratings spelled[int]
	dates   spelled[tagvalue.Days]
	codes   string    // see allCodes
	slab    []pgn.Tag // tags of several games, concatenated
}

// slabGames is the number of games whose tags share memory.
const slabGames = 256

func newReader(g *facts.Games, more []string) *reader {
	return &reader{
		Games: g, more: append([]string{event}, more...), codes: allCodes(), ratings: spelling(strconv.Itoa),
		dates: spelling(func(d tagvalue.Days) string { return string(d.AppendText(nil)) }),
	}
}

// outlines is Each; first is the number of the first item.
func (r *reader) outlines(first int64, from, to int, meant []bool, yield func(Game)) error {
	return r.each(from, to, meant, func(item int) (known bool) {
		g := r.game(first + int64(item))
		if r.Known() {
			yield(g)
		}
		return r.Known()
	})
}

// each calls look with the items from <= item < to that are in meant, until it reports
// that all facts were known.
func (r *reader) each(from, to int, meant []bool, look func(item int) (known bool)) error {
	r.Every(func() { r.game(0) })
	in := func(item int) bool { return item >= from && (meant == nil || meant[item-from]) }
	return r.Each(to, in, func(item int) facts.Truth { return max(facts.Maybe, facts.TruthOf(look(item))) })
}

// game returns the outline of the game.
func (r *reader) game(number int64) Game {
	if most := 7 + len(r.more); cap(r.slab)-len(r.slab) < most {
		r.slab = make([]pgn.Tag, 0, most*min(slabGames, max(1, 2*cap(r.slab)/most)))
	}
	first := len(r.slab)
	add := func(name, value string) {
		if value != "" {
			r.slab = append(r.slab, pgn.Tag{Name: name, Value: value})
		}
	}
	text := func(name string) {
		n, values := r.Text(name)
		add(name, values.Text(n))
	}
	text(white)
	text(black)
	for side, name := range [...]string{whiteElo, blackElo} {
		if n := r.Rating(open.WhiteElo + open.Column(side)); n > 0 {
			add(name, r.ratings.of(n))
		}
	}
	if d := r.Date(); d.Known() {
		add(date, r.dates.of(d))
	}
	add(result, r.Result().String())
	add(eco, codeOf(r.codes, r.Int(open.ECO, -1)))
	for _, name := range r.more {
		text(name)
	}
	return Game{number, r.slab[first:len(r.slab):len(r.slab)], max(0, r.Int(open.Plies, 0))}
}

// spelled caches the texts of values, which many items share.
type spelled[K comparable] struct {
	texts map[K]string
	spell func(K) string
}

func spelling[K comparable](spell func(K) string) spelled[K] {
	return spelled[K]{map[K]string{}, spell}
}

func (s *spelled[K]) of(value K) string {
	text, ok := s.texts[value]
	if !ok {
		text = s.spell(value)
		s.texts[value] = text
	}
	return text
}
