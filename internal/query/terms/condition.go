package terms

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index"
)

// Condition is what a game must answer to.
type Condition struct {
	// Names are the tags that Holds asks for; Counts says that it asks for the
	// number of half-moves.
	Names  []string
	Counts bool
	Holds  func(tags []tagvalue.Tag, facts tagvalue.Facts) bool

	// More are further tags that Holds asks for, where the others leave it Unsure. They
	// are read only in frames that have such a game. Both are nil for most conditions.
	More   []string
	Unsure func(tags []tagvalue.Tag) bool

	// Codes says that of the tag ECO Holds asks for its code only.
	Codes bool

	// ByNames says that Holds asks for nothing but the tags White and Black and, where
	// Rates is set, the numbers of WhiteElo and BlackElo.
	ByNames, Rates bool

	// Fits says of the values of one or two numeric columns of an index whether the
	// condition may hold, nil where columns say nothing. If Decides is set, it says
	// whether it does.
	Columns []index.Column
	Fits    func(a, b uint64) bool
	Decides bool

	// near is Holds if names that are near fit, too; nil for the same. asked are the names
	// of several words that the condition asks for.
	near  func(tags []tagvalue.Tag, facts tagvalue.Facts) bool
	asked []asked

	// at says it of one player, White being 0, where the condition is that of a player.
	at func(tags []tagvalue.Tag, side int) bool

	// none says of a frame's statistics that it holds for no game, all that it does
	// for every game; nil where statistics say nothing.
	none, all func(s *index.Statistics) bool
}

// asked is a name of several words that a condition asks for.
type asked struct {
	m    *textMatcher
	tags []string // with the names
}

// AsksNames reports whether the condition asks for a name of several words.
func (c *Condition) AsksNames() bool { return len(c.asked) > 0 }

// AsksStatistics reports whether statistics of a frame can exclude it.
func (c *Condition) AsksStatistics() bool { return c.none != nil }

// Excludes reports whether statistics of a frame say that the condition holds for
// none of its games.
func (c *Condition) Excludes(s *index.Statistics) bool { return c.none != nil && c.none(s) }

// not is the condition that c does not hold.
func not(c Condition) Condition {
	holds, fits := c.Holds, c.Fits
	c.Holds = func(tags []tagvalue.Tag, facts tagvalue.Facts) bool { return !holds(tags, facts) }
	c.none, c.all = c.all, c.none
	c.near, c.asked = nil, nil
	if !c.Decides {
		c.Fits = nil
		return c
	}
	c.Fits = func(a, b uint64) bool { return !fits(a, b) }
	return c
}

// either is the condition that one of some holds.
func either(of []Condition) Condition {
	if len(of) == 1 {
		return of[0]
	}
	c := Condition{Decides: true, ByNames: true, Codes: true, Columns: of[0].Columns}
	columns, excluded := true, true
	for _, o := range of {
		for _, name := range o.Names {
			if !slices.Contains(c.Names, name) {
				c.Names = append(c.Names, name)
			}
		}
		if before := c.Unsure; o.Unsure != nil {
			c.More = o.More // there is one field that has some
			c.Unsure = func(tags []tagvalue.Tag) bool { return before != nil && before(tags) || o.Unsure(tags) }
		}
		c.Counts = c.Counts || o.Counts
		c.Decides = c.Decides && o.Decides
		c.ByNames, c.Rates = c.ByNames && o.ByNames, c.Rates || o.Rates
		c.Codes = c.Codes && o.Codes
		c.asked = append(c.asked, o.asked...)
		columns = columns && o.Fits != nil && slices.Equal(o.Columns, c.Columns)
		excluded = excluded && o.none != nil
	}
	c.Holds = func(tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		for i := range of {
			if of[i].Holds(tags, facts) {
				return true
			}
		}
		return false
	}
	c.near = func(tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		return slices.ContainsFunc(of, func(o Condition) bool {
			return o.near != nil && o.near(tags, facts) || o.Holds(tags, facts)
		})
	}
	if columns {
		c.Fits = func(a, b uint64) bool {
			return slices.ContainsFunc(of, func(o Condition) bool { return o.Fits(a, b) })
		}
	}
	c.Decides = c.Decides && columns
	if excluded {
		c.none = func(s *index.Statistics) bool {
			return !slices.ContainsFunc(of, func(o Condition) bool { return !o.none(s) })
		}
	}
	if slices.ContainsFunc(of, func(o Condition) bool { return o.all != nil }) {
		c.all = func(s *index.Statistics) bool {
			return slices.ContainsFunc(of, func(o Condition) bool { return o.all != nil && o.all(s) })
		}
	}
	return c
}

// parser makes a condition of a value. The error says what is wanted; whoever calls
// it adds the field and, where it lacks one, the text.
type parser func(value string) (Condition, *Error)
