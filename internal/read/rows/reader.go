package rows

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// reader reads the numbers and some tags of games, from columns or from tags.
type reader struct {
	*facts.Games
	view    *view.View
	numbers bool
	opening bool
	tags    []string
	codes   string
	slab    []pgn.Tag // tags of several games, concatenated
}

// slabGames is the number of games whose tags share memory.
const slabGames = 256

func newReader(v *view.View, want Fields, tags []string) *reader {
	if want&Tags == 0 {
		tags = nil
	}
	return &reader{Games: facts.New(v), view: v, numbers: want&Numbers != 0, opening: want&Opening != 0, tags: tags, codes: allCodes()}
}

// read fills the rows of items.
func (r *reader) read(items []int, rows []Row) error {
	columns := r.Every(func() { r.set(new(Row)) })
	if len(items) == 1 && !columns && !r.opening && r.Err() == nil {
		return r.view.TagsOf(items[0], func(tags []tagvalue.Tag, base tagvalue.Facts) {
			r.Games = facts.New(nil)
			r.Give(tags, base)
			r.set(&rows[0])
		})
	}
	if columns { // the number of items is a claim of the index
		if err := r.view.CheckItems(); err != nil {
			return err
		}
	}
	place := 0
	at := func(item int) bool {
		if place >= len(items) || items[place] != item {
			place, _ = slices.BinarySearch(items, item)
		}
		return place < len(items) && items[place] == item
	}
	return r.Each(items[len(items)-1]+1, at, func(int) facts.Truth {
		r.set(&rows[place])
		if !r.Known() {
			return facts.Maybe
		}
		return facts.Yes
	})
}

// set fills a row with what is known of the game.
func (r *reader) set(row *Row) {
	if len(r.tags) > 0 {
		if cap(r.slab)-len(r.slab) < len(r.tags) {
			r.slab = make([]pgn.Tag, 0, len(r.tags)*min(slabGames, max(1, 2*cap(r.slab)/len(r.tags))))
		}
		first := len(r.slab)
		for _, name := range r.tags {
			if n, values := r.Text(name); n > 0 {
				if value := values.Text(n); value != "" {
					r.slab = append(r.slab, pgn.Tag{Name: name, Value: value})
				}
			}
		}
		row.Tags = r.slab[first:len(r.slab):len(r.slab)]
	}
	if r.numbers {
		row.setNumbers(r.Games, r.codes)
	}
	if r.opening {
		row.Opening = r.openingName()
	}
}

// openingName returns the name of the opening of the current game.
func (r *reader) openingName() string {
	tag := func(name string) string {
		n, values := r.Text(name)
		if values == nil {
			return ""
		}
		return values.Text(n)
	}
	name := openings.NameInTags(tag)
	if name != "" || !r.Known() {
		return name
	}
	code := r.Int(open.ECO, -1)
	if !r.Known() {
		return ""
	}
	o, _ := r.Games.Opening(code, nil)
	return openings.NameByMoves(code, o)
}

// setNumbers sets the numbers of a game; codes is the result of allCodes.
func (r *Row) setNumbers(g *facts.Games, codes string) {
	r.WhiteElo, r.BlackElo = g.Rating(open.WhiteElo), g.Rating(open.BlackElo)
	r.Result, r.ECO = g.Result().String(), codeOf(codes, g.Int(open.ECO, -1))
	r.Plies = max(0, g.Int(open.Plies, 0))
	r.setDays(g.Date())
}

// setDays sets year, month and day as far as all the days have them in common.
func (r *Row) setDays(d tagvalue.Days) {
	const days, months = 31, 12
	r.Year, r.Month, r.Day = 0, 0, 0
	if !d.Known() {
		return
	}
	r.Year = d.Year()
	if d.First/days == d.Last/days {
		r.Month = int(d.First/days%months) + 1
		if d.First == d.Last {
			r.Day = int(d.First%days) + 1
		}
	}
}

// allCodes returns all ECO codes, from A00 to E99, concatenated: each game refers to a
// part of it.
func allCodes() string {
	b := make([]byte, 0, 3*tagvalue.ECOCodes)
	for n := range tagvalue.ECOCodes {
		b = tagvalue.AppendECO(b, n)
	}
	return string(b)
}

// codeOf returns the code with a number from 0 to 499, "" for other numbers.
func codeOf(codes string, n int) string {
	if n < 0 || n >= tagvalue.ECOCodes {
		return ""
	}
	return codes[3*n : 3*n+3]
}
