package terms

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
)

// Condition is a test of games.
type Condition struct {
	// Names are the tags that Holds needs; Counts reports that it needs the number of
	// half-moves.
	Names  []string
	Counts bool
	Holds  func(tags []tagvalue.Tag, facts tagvalue.Facts) bool

	// More are further tags, which Holds needs if the others leave it Unsure. They are
	// read only in frames that have such a game. Both are nil for most conditions.
	More   []string
	Unsure func(tags []tagvalue.Tag) bool

	// Codes reports that Holds needs only the code in the tag ECO.
	Codes bool

	// ByNames reports that Holds needs only the tags White and Black and, if Rates is
	// set, the numbers of WhiteElo and BlackElo.
	ByNames, Rates bool

	// Fits reports by the values of one or two numeric columns of an index whether the
	// condition may hold; if Decides is set, whether it holds. It is nil if columns do
	// not help.
	Columns []open.Column
	Fits    func(a, b uint64) bool
	Decides bool

	// near is Holds with near names accepted, or nil if that makes no difference. asked
	// are the names of several words in the condition.
	near  func(tags []tagvalue.Tag, facts tagvalue.Facts) bool
	asked []asked

	// at tests one player, 0 for White, if the condition is about players.
	at func(tags []tagvalue.Tag, side int) bool

	// none reports whether the statistics rule out every game of the frame; all, whether
	// they prove every game. They are nil if statistics do not help.
	none, all func(s *index.Statistics) bool
}

// asked is a name of several words in a condition.
type asked struct {
	m    *textMatcher
	tags []string // that hold the names
}

// AsksNames reports whether the condition has a name of several words.
func (c *Condition) AsksNames() bool { return len(c.asked) > 0 }

// AsksStatistics reports whether statistics of a frame can exclude it.
func (c *Condition) AsksStatistics() bool { return c.none != nil }

// Excludes reports whether no game of a frame meets the condition, according to its
// statistics.
func (c *Condition) Excludes(s *index.Statistics) bool { return c.none != nil && c.none(s) }

// not returns the negation of c.
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

// either returns a condition that holds if one of some does.
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

// parser makes a condition of a value. The error describes the allowed values; the
// caller adds the field and, if it is missing, the text.
type parser func(value string) (Condition, *Error)
