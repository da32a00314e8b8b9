package gameframe

import (
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe/dependent"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
	"github.com/chesszip/chesszip/internal/gameframe/whole"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Tags calls yield with the tags of each game of f in order, and the number of
// half-moves of its main line as far as they can be played, until it returns
// false. Tags of other names than those given may be left out; nil stands for
// all. Unless asked to count, the number may be less. The tags are valid until
// yield returns.
//
// Moves are decoded only where a value depends on them, or where they are to be
// counted and some of them are not coded as moves.
func (d *Decoder) Tags(f *archive.Frame, names []string, count bool, yield func(game int, tags []tagvalue.Tag, plies int) bool) error {
	if err := streams.Check(f); err != nil {
		return err
	}
	if whole.Is(f) {
		text, ends, err := d.Games(nil, f)
		if err == nil {
			gametext.EachTags(text, ends, count, d.steps(), yield)
		}
		return err
	}
	if err := d.openTags(f, 0); err != nil {
		return err
	}
	if count {
		plies, err := d.unreadPlies(f)
		if err != nil {
			return err
		}
		if each := yield; plies != nil {
			yield = func(game int, tags []tagvalue.Tag, n int) bool {
				if more, ok := plies[game]; ok {
					n = more
				}
				return each(game, tags, n)
			}
		}
	}
	section := &d.frame.section
	wanted := make([]bool, section.Columns())
	for k := range wanted {
		name := section.ColumnName(k)
		wanted[k] = names == nil || name == "" || slices.Contains(names, name)
	}
	if err := d.frame.section.DecodeAll(wanted); err != nil {
		return err
	}
	if games := d.frame.dependents(wanted); games != nil {
		return d.dependentTags(games, wanted, yield)
	}
	var tags []tagvalue.Tag
	for game := range int(f.Games) {
		tags = section.Next(tags[:0], wanted)
		if !yield(game, tags, section.Plies(game)) {
			break
		}
	}
	return nil
}

// dependents says of each game whether a value of the given columns depends on
// its moves; nil if there is none.
func (f *frame) dependents(columns []bool) (games []bool) {
	for k, wanted := range columns {
		if !wanted {
			continue
		}
		rows := f.section.Rows(k)
		for i, v := range f.section.ColumnValues(k) {
			if !dependent.Is(v) {
				continue
			}
			if games == nil {
				games = make([]bool, f.Games)
			}
			games[rows[i]] = true
		}
	}
	return games
}

// dependentTags is Tags for an opened frame with values that depend on moves.
func (d *Decoder) dependentTags(games, wanted []bool, yield func(game int, tags []tagvalue.Tag, plies int) bool) error {
	f := &d.frame
	wanted, err := f.openMoves(d.coding(), wanted)
	if err != nil {
		return err
	}
	r := lineReader{frame: f, wanted: games, upto: int(f.Games)}
	return r.each(wanted, func(game int, moves bool) (bool, error) {
		if moves {
			if err := f.follow(true, false, nil); err != nil {
				return false, err
			}
		}
		p := &f.plan
		if games[game] {
			for i := range p.tags {
				p.tags[i].Value = f.valueOf(p.tags[i].Value)
			}
		}
		return yield(game, p.tags, p.plies), nil
	})
}
