package tags

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Column is the values of one tag.
type Column struct {
	// Name is that of the tag; it is empty for the column that tags without a
	// column of their own share.
	Name string
	// Rows are the games that have the tag, ascending. A game that has it
	// twice is there twice.
	Rows   []int32
	Values [][]byte

	// While writing: whether most values are numbers, their form, and what stands
	// around the first; searched says that they have been looked at.
	searched, numeric bool
	form              values.NumberForm
	around            values.Around

	decoded  bool    // whether Values are there
	decoding bool    // whether they are being read
	ids      []int   // of the values, by first appearance, once somebody asks
	distinct int     // how many values ids has
	at       []int32 // for each game, the place of its first value + 1, 0 for none
}

// Table is the tags of some games.
type Table struct {
	Games   int
	Columns []*Column
	// Plies are the half-moves of each game.
	Plies []int32
	// Upto, if not 0, is how many games Decode reads the values of; columns may
	// have more.
	Upto int
	// Room, if it is not nil, is where the models of columns take and leave memory.
	Room *contextmix.Memory
	// Budget is what reading may take; while writing it is only asked whether to go
	// on, as by text.Append.
	Budget *budget.Budget
	// Openings gives how far the names of the openings of games are known by their
	// first moves, nil for not at all; for as many games as values are read of. It may
	// decode columns.
	Openings func() ([]openings.Last, error)
	// Lists stores columns of positions, if it is not nil.
	Lists Lists
	// Told, if not nil, is asked for a column before it is read: it calls Fill, or fails.
	Told func(number int) bool

	used   int     // bytes of values decoded, in all columns
	groups *groups // while writing, once somebody asks
}

// Lists stores lists of positions, one a line.
type Lists interface {
	// Append appends a list to dst; false if the lines are no positions.
	Append(dst, lines []byte, thorough bool, b *budget.Budget) ([]byte, bool)
	// Decode gives back the lines, at most limit bytes.
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

// ratingColumns are the columns of ratings and what they depend on.
type ratingColumns struct {
	members       [numRatings]*Column // nil for one that is missing
	forms         [numRatings]values.NumberForm
	players       [2]*Column
	speed, result *Column // nil for none
	lead          int     // number of the first member
}

// group is columns that are coded together, in the foremost.
type group struct {
	method  byte
	columns []*Column // without those that are missing
	lead    int       // number of the foremost
}

// groups are the groups of a table.
type groups struct {
	of      map[*Column]*group
	ratings *ratingColumns // nil for none
	players *playerColumns // the names, nil for none
}

// playerColumns are two columns of players.
type playerColumns struct {
	columns [2]*Column // White's first
	players [2]*Column // of whom the values are, nil for names
}

// playerNames are the tags of the players, White's first.
var playerNames = [2]string{"White", "Black"}

// name is how errors name a column.
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

// twice reports whether a game has the tag twice.
func (c *Column) twice() bool {
	for i := 1; i < len(c.Rows); i++ {
		if c.Rows[i] <= c.Rows[i-1] {
			return true
		}
	}
	return false
}

// distinctValues returns how many different values there are.
func (c *Column) distinctValues() int {
	if c.ids == nil {
		c.ids, c.distinct = dictionary.NumbersOf(c.Values)
	}
	return c.distinct
}

// identify sets ids, given numbers that equal values share and others do not.
func (c *Column) identify(numbers []int) {
	c.ids, c.distinct = dictionary.Renumbered(numbers)
}

// place returns where in c the value of a game is, -1 if it has none. A nil
// Column has none.
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

// value returns the value of a game, nil if it has none.
func (c *Column) value(t *Table, game int32) []byte {
	if i := c.place(t, game); i >= 0 {
		return c.Values[i]
	}
	return nil
}

// id returns the number of a game's value, -1 if it has none.
func (c *Column) id(t *Table, game int32) int {
	i := c.place(t, game)
	if i < 0 {
		return -1
	}
	c.distinctValues()
	return c.ids[i]
}

// find returns the column of a name, nil if there is none before the given one.
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

// games returns how many games Decode reads.
func (t *Table) games() int {
	if t.Upto == 0 {
		return t.Games
	}
	return t.Upto
}

// Fill gives c values that were read before, unless it has them: Decode reads nothing.
func (c *Column) Fill(values func() [][]byte) {
	if !c.decoded {
		c.Values, c.decoded = values(), true
	}
}

// findNumbers reports whether most values are numbers, and finds their form.
func (c *Column) findNumbers() bool {
	if !c.searched {
		c.searched = true
		c.form, c.around, c.numeric = values.FindNumbers(c.Values)
	}
	return c.numeric
}
