package tags

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Column is the values of one tag.
type Column struct {
	// Name is the name of the tag; it is empty for the column shared by tags without
	// their own column.
	Name string
	// Rows are the games that have the tag, ascending. A game with two such tags
	// occurs twice.
	Rows   []int32
	Values [][]byte

	// Open is set if the values stand in an open column: this one has no stream, and
	// stands with no other.
	Open bool

	// In writing: whether most values are numbers, their form, and the bytes around
	// the first. searched is set once these are known.
	searched, numeric bool
	form              values.NumberForm
	around            values.Around

	decoded  bool    // whether Values are set
	decoding bool    // whether Values are being read
	ids      []int   // numbers of the values by first appearance, computed when needed
	distinct int     // number of distinct values
	at       []int32 // for each game, the index of its first value + 1, or 0
}

// Table is the tags of some games.
type Table struct {
	Games   int
	Columns []*Column
	// Plies are the half-moves of each game.
	Plies []int32
	// Upto, if not 0, is the number of games whose values Decode reads; columns may
	// have more.
	Upto int
	// Room, if not nil, provides the memory of the models of columns.
	Room *contextmix.Memory
	// Budget limits reading; in writing only its context is used, as in text.Append.
	Budget *budget.Budget
	// Openings returns the last named positions of the games whose values are read,
	// by their first moves; it may be nil. It may decode columns.
	Openings func() ([]openings.Last, error)
	// Lists, if not nil, stores columns of positions.
	Lists Lists
	// Filled, if not nil, is called before a column is read: it calls Fill, or returns
	// false.
	Filled func(number int) (bool, error)
	// Plain, in writing, allows only texts and copies.
	Plain bool

	used   int     // bytes of values decoded, in all columns
	groups *groups // in writing, computed when needed
}

// Lists stores lists of positions, one a line.
type Lists interface {
	// Append appends a list to dst; it returns false if the lines are not positions.
	Append(dst, lines []byte, thorough bool, b *budget.Budget) ([]byte, bool)
	// Decode returns the lines, at most limit bytes.
	Decode(src []byte, limit int, b *budget.Budget) ([]byte, error)
}

// Numbers of methods; those below numTextMethods are package column's.
const (
	methodTexts       = 0
	methodDictionary  = 16
	methodNumbers     = 17
	methodIdentifiers = 18
	methodCopies      = 19
	methodRatings     = 20
	methodElsewhere   = 21
	methodPlayers     = 22
	methodPositions   = 23
	methodBoards      = 24
)

// numRatings is the number of columns of ratings.
const numRatings = 4

// ratingNames are the tags of ratings, White's first.
var ratingNames = [numRatings]string{"WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"}

// ratingColumns are the columns of ratings and their references.
type ratingColumns struct {
	members       [numRatings]*Column // nil for a missing one
	forms         [numRatings]values.NumberForm
	players       [2]*Column
	speed, result *Column // or nil
	lead          int     // number of the first member
}

// group is columns that are coded together, in the first of them.
type group struct {
	method  byte
	columns []*Column // without those that are missing
	lead    int       // number of the first
}

// groups are the groups of a table.
type groups struct {
	of      map[*Column]*group
	ratings *ratingColumns // or nil
	players *playerColumns // the names, or nil
}

// playerColumns are two columns of players.
type playerColumns struct {
	columns [2]*Column // White's first
	players [2]*Column // whose values these are, nil for names
}

// playerNames are the tags of the players, White's first.
var playerNames = [2]string{"White", "Black"}

// name returns the name of a column in errors.
func (c *Column) name() string {
	if c.Name == "" {
		return "[other tags]"
	}
	return "[" + c.Name + "]"
}

// uniform reports whether all values are the same.
func (c *Column) uniform() bool {
	return !slices.ContainsFunc(c.Values, func(v []byte) bool { return !bytes.Equal(v, c.Values[0]) })
}

// Twice reports whether a game has the tag twice.
func (c *Column) Twice() bool {
	for i := 1; i < len(c.Rows); i++ {
		if c.Rows[i] <= c.Rows[i-1] {
			return true
		}
	}
	return false
}

// distinctValues returns the number of different values.
func (c *Column) distinctValues() int {
	if c.ids == nil {
		c.ids, c.distinct = dictionary.NumbersOf(c.Values)
	}
	return c.distinct
}

// identify sets ids, given numbers that are equal for equal values only.
func (c *Column) identify(numbers []int) {
	c.ids, c.distinct = dictionary.Renumbered(numbers)
}

// place returns the index in c of a game's value, or -1. A nil Column has none.
func (c *Column) place(t *Table, game int32) int {
	if c == nil {
		return -1
	}
	if c.at == nil {
		c.at = make([]int32, t.Games)
		for i := len(c.Rows) - 1; i >= 0; i-- {
			c.at[c.Rows[i]] = int32(i) + 1
		}
	}
	return int(c.at[game]) - 1
}

// value returns the value of a game, or nil.
func (c *Column) value(t *Table, game int32) []byte {
	if i := c.place(t, game); i >= 0 {
		return c.Values[i]
	}
	return nil
}

// id returns the number of a game's value, or -1.
func (c *Column) id(t *Table, game int32) int {
	i := c.place(t, game)
	if i < 0 {
		return -1
	}
	c.distinctValues()
	return c.ids[i]
}

// find returns the column of a name before the given column, or nil.
func (t *Table) find(name string, before int) *Column {
	for _, c := range t.Columns[:before] {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// number returns the number of a column, -1 for nil.
func (t *Table) number(c *Column) int { return slices.Index(t.Columns, c) }

// rows returns the rows of c that Decode reads.
func (t *Table) rows(c *Column) []int32 {
	if t.Upto == 0 {
		return c.Rows
	}
	n, _ := slices.BinarySearch(c.Rows, int32(t.Upto))
	return c.Rows[:n]
}

// games returns the number of games that Decode reads.
func (t *Table) games() int {
	if t.Upto == 0 {
		return t.Games
	}
	return t.Upto
}

// Fill sets the values of c, unless it has them, so that Decode need not read them.
func (c *Column) Fill(values func() [][]byte) {
	if !c.decoded {
		c.Values, c.decoded = values(), true
	}
}

// Decoded reports whether c has its values.
func (c *Column) Decoded() bool { return c.decoded }

// Charge counts bytes of values that Fill sets, against the same limit as those that
// Decode reads.
func (t *Table) Charge(n, limit int) error {
	if n > limit-t.used {
		return corrupt.Newf("the values of all tags together are longer than %d bytes, their frame's input", limit)
	}
	t.used += n
	return nil
}

// findNumbers reports whether most values are numbers, and finds their form.
func (c *Column) findNumbers() bool {
	if !c.searched {
		c.searched = true
		c.form, c.around, c.numeric = values.FindNumbers(c.Values)
	}
	return c.numeric
}
