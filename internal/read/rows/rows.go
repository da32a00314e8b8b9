// Package rows reads what is asked of games: texts, tags, numbers, and main lines. It
// takes them from open columns where these have everything, and otherwise from the frame.
package rows

import (
	"errors"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// Fields is a set of parts of a Row.
type Fields uint8

// The fields. Tags are all tags, or those that are named.
const (
	Text Fields = 1 << iota
	Tags
	Numbers
	Moves
	Remarks // and Moves
	Opening
)

// Row is a game, or the parts of it that were asked for.
type Row struct {
	Number int64 // in the file, from 0
	Text   []byte
	Tags   []pgn.Tag // with escapes resolved

	// Numbers. A rating, year, month or day is 0 if it is not known, a text is "".
	Plies              int
	WhiteElo, BlackElo int
	Year, Month, Day   int
	Result, ECO        string

	// Moves. Known is false if the start position or the variant is not known.
	Known   bool
	Line    gamestate.Game
	Remarks []pgn.Ply // moves with glyphs, clocks and scores, nil if there are none

	Opening string // name of the opening, "" if it is not known

	Steps []int // half-moves before the match of each step of a pattern
}

// Size is the approximate size of r in memory, in bytes.
func (r *Row) Size() int {
	const row, tag, remark = 300, 64, 72
	return row + len(r.Text) + tag*len(r.Tags) + 2*len(r.Line.Moves) + remark*len(r.Remarks)
}

// Found is items of a view, in increasing order.
type Found struct {
	Items []int
	Steps [][]int  // for each item, with a pattern
	Texts [][]byte // of the items, as far as they were read; may be nil
}

// Read returns the rows of items with the given fields. If tags are named, only these
// are read, without those that a game does not have. Rows beside an error are complete,
// except for one of a single game whose text is too long, which has its number alone.
func Read(v *view.View, found Found, want Fields, tags []string) ([]Row, error) {
	items := found.Items
	if len(items) == 0 {
		return nil, nil
	}
	rows := make([]Row, len(items))
	for i, item := range items {
		rows[i].Number = v.First() + int64(item)
		if found.Steps != nil {
			rows[i].Steps = found.Steps[i]
		}
	}
	var broken error
	if want&Text != 0 {
		texts, err := textsOf(v, found)
		if errors.Is(err, pgn.ErrTooLong) {
			return rows[:1], err
		}
		rows, broken = rows[:len(texts)], err
		for i, text := range texts {
			rows[i].Text = text
		}
		items = items[:len(rows)]
	}
	if len(items) == 0 {
		return rows, broken
	}
	all := want&Tags != 0 && len(tags) == 0
	var err error
	switch {
	case want&Remarks != 0:
		err = remarks(v, items, rows, all)
		if all {
			want &^= Tags
		}
	case want&Moves != 0:
		err = lines(v, items, rows)
	}
	switch {
	case err != nil:
	case want&Tags != 0 && all:
		err = allTags(v, items, rows, want&Numbers != 0)
	case want&(Tags|Numbers) != 0:
		err = newReader(v, want, tags).read(items, rows)
		want &^= Opening
	}
	if want&Opening != 0 && err == nil {
		err = newReader(v, Opening, nil).read(items, rows)
	}
	if err != nil {
		return nil, err
	}
	return rows, broken
}

// textsOf returns the texts of items, up to the first that cannot be read.
func textsOf(v *view.View, found Found) ([][]byte, error) {
	if found.Texts == nil {
		return v.Some(found.Items)
	}
	var missing []int
	for i, text := range found.Texts {
		if text == nil {
			missing = append(missing, found.Items[i])
		}
	}
	if len(missing) == 0 {
		return found.Texts, nil
	}
	texts, err := v.Some(missing)
	if err != nil {
		return nil, err
	}
	for i := range found.Texts {
		if found.Texts[i] == nil {
			found.Texts[i], texts = texts[0], texts[1:]
		}
	}
	return found.Texts, nil
}

func lines(v *view.View, items []int, rows []Row) error {
	if len(items) == 1 && v.Open()&open.Moves == 0 {
		if start, moves, ok, err := v.Line(items[0]); err != nil || ok {
			rows[0].setLine(view.MainLine{Known: ok, Start: start, Moves: moves})
			return err
		}
	}
	lines, err := v.MainLines(items)
	for i, l := range lines {
		rows[i].setLine(l)
	}
	return err
}

func remarks(v *view.View, items []int, rows []Row, tags bool) error {
	lines, err := v.AnnotatedLines(items)
	for i, l := range lines {
		rows[i].setLine(l.MainLine)
		if rows[i].Remarks = l.Plies; tags {
			rows[i].Tags = l.Tags
		}
	}
	return err
}

func (r *Row) setLine(l view.MainLine) {
	r.Known, r.Line = l.Known, gamestate.Game{Start: l.Start, Moves: l.Moves}
}

// allTags reads all tags of items, which have no columns, and perhaps their numbers.
func allTags(v *view.View, items []int, rows []Row, numbers bool) error {
	g, codes := facts.New(nil), allCodes()
	set := func(r *Row, tags []tagvalue.Tag, base tagvalue.Facts) {
		if r.Tags = view.CopyTags(tags); numbers {
			g.Give(tags, base)
			r.setNumbers(g, codes)
		}
	}
	if len(items) == 1 {
		return v.TagsOf(items[0], func(tags []tagvalue.Tag, base tagvalue.Facts) { set(&rows[0], tags, base) })
	}
	return v.Tags(nil, numbers, func(item int, tags []tagvalue.Tag, base tagvalue.Facts) bool {
		if items[0] == item {
			set(&rows[0], tags, base)
			items, rows = items[1:], rows[1:]
		}
		return len(items) > 0
	})
}
