package game

import (
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"

	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
)

// Tags calls yield with the tags and facts of each game of f in order, until it
// returns false. It may leave out tags whose names, in any letter case, are not in
// names, and the result if Result is not; nil means all names. Unless count is set,
// the number of half-moves may be too small. The tags are valid until yield returns.
// Moves are decoded only if a value depends on them, or if they are counted and some
// of them are not coded as moves.
func (d *Decoder) Tags(f *archive.Frame, names []string, count bool, yield func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool) error {
	if err := streams.Check(f); err != nil {
		return err
	}
	if whole.Is(f) {
		text, ends, err := d.Games(nil, f)
		if err == nil {
			gametext.EachTags(text, ends, names, count, d.steps(), yield)
		}
		return err
	}
	if err := d.openTags(f, int(f.Games)); err != nil {
		return err
	}
	if count {
		plies, err := d.unreadPlies(f)
		if err != nil {
			return err
		}
		if each := yield; plies != nil {
			yield = func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
				if more, ok := plies[game]; ok {
					facts.Plies = more
				}
				return each(game, tags, facts)
			}
		}
	}
	section := &d.frame.section
	wanted := make([]bool, section.Columns())
	for k := range wanted {
		name := section.ColumnName(k)
		wanted[k] = names == nil || name == "" || gametext.Asks(names, name)
	}
	err := section.DecodeAll(wanted)
	if err != nil {
		return err
	}
	if games := d.frame.dependents(wanted); games != nil {
		return d.dependentTags(games, wanted, yield)
	}
	var tags []tagvalue.Tag
	results := gametext.Asks(names, "Result")
	for game := range int(f.Games) {
		tags = section.Next(tags[:0], wanted)
		facts := tagvalue.Facts{Plies: section.Plies(game), Result: tagvalue.OtherResult}
		if results {
			facts, err = section.Facts(game, tags)
		}
		if err != nil || !yield(game, tags, facts) {
			break
		}
	}
	return err
}

// dependents reports for each game whether a value of the given columns depends on
// its moves; it returns nil if none does.
func (f *frame) dependents(columns []bool) (games []bool) {
	for k, wanted := range columns {
		if !wanted {
			continue
		}
		rows := f.section.Rows(k)
		for i, v := range f.section.ColumnValues(k) {
			if !Is(v) {
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
func (d *Decoder) dependentTags(games, wanted []bool, yield func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool) error {
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
		return yield(game, p.tags, p.Facts), nil
	})
}
