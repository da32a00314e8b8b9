package tags

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
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

	format   *valueform.NumberFormat // how numbers are written, if it is stored as numbers
	decoded  bool                    // whether Values are there
	decoding bool                    // whether they are being read
	ids      []int                   // of the values, by first appearance, once somebody asks
	distinct [][]byte                // the values of ids
	at       []int32                 // for each game, the place of its first value + 1, 0 for none
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
	// Lists stores columns of positions, if it is not nil.
	Lists Lists

	used    int            // bytes of values decoded, in all columns
	ratings *ratingColumns // nil if there are none, or nobody has asked yet
	players *playerColumns // nil if there are none, or nobody has asked yet
	// Whether they have been looked for.
	askedRatings, askedPlayers bool
}

// Lists stores lists of positions, one a line.
type Lists interface {
	// Append appends a list to dst; false if the lines are no positions.
	Append(dst, lines []byte, thorough bool) ([]byte, bool)
	// Decode gives back the lines, at most limit bytes.
	Decode(src []byte, limit int) ([]byte, error)
}

// numRatings is the number of columns of ratings.
const numRatings = 4

// ratingNames are the tags of ratings, White's first.
var ratingNames = [numRatings]string{"WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"}

// ratingColumns are the columns of ratings and what they depend on.
type ratingColumns struct {
	members       [numRatings]*Column // nil for one that is missing
	forms         [numRatings]valueform.NumberForm
	white, black  *Column
	speed, result *Column // nil for none
	lead          int     // number of the first member
}

// playerColumns are the columns of the players.
type playerColumns struct {
	white, black *Column
	lead, other  int // their numbers
}

// name is how errors name a column.
func (c *Column) name() string {
	if c.Name == "" {
		return "[other tags]"
	}
	return "[" + c.Name + "]"
}

// uniform reports whether all values are the same.
func (c *Column) uniform() bool {
	for _, v := range c.Values {
		if !bytes.Equal(v, c.Values[0]) {
			return false
		}
	}
	return true
}

// ascending reports whether no game has the tag twice.
func (c *Column) ascending() bool {
	for i := 1; i < len(c.Rows); i++ {
		if c.Rows[i] <= c.Rows[i-1] {
			return false
		}
	}
	return true
}

// distinctValues returns the different values by first appearance.
func (c *Column) distinctValues() [][]byte {
	if c.ids == nil {
		seen := make(map[string]int, len(c.Values))
		c.ids = make([]int, len(c.Values))
		for i, v := range c.Values {
			id, ok := seen[string(v)]
			if !ok {
				id = len(c.distinct)
				seen[string(v)] = id
				c.distinct = append(c.distinct, v)
			}
			c.ids[i] = id
		}
	}
	return c.distinct
}

// place returns where in c the value of a game is, -1 if it has none.
func (c *Column) place(t *Table, game int32) int {
	if c.at == nil {
		c.at = make([]int32, t.Games)
		for i := len(c.Rows) - 1; i >= 0; i-- {
			c.at[c.Rows[i]] = int32(i) + 1
		}
	}
	return int(c.at[game]) - 1
}

// value returns the value of a game, nil if it has none. A nil Column has none.
func (c *Column) value(t *Table, game int32) []byte {
	if c == nil {
		return nil
	}
	if i := c.place(t, game); i >= 0 {
		return c.Values[i]
	}
	return nil
}

// id returns the number of a game's value, -1 if it has none.
func (c *Column) id(t *Table, game int32) int {
	if c == nil {
		return -1
	}
	i := c.place(t, game)
	if i < 0 {
		return -1
	}
	c.distinctValues()
	return c.ids[i]
}

// find returns the number of the column of a name, -1 if there is none before
// the given one.
func (t *Table) find(name string, before int) int {
	return slices.IndexFunc(t.Columns[:before], func(c *Column) bool { return c.Name == name })
}

// number returns the number of a column.
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

// charge counts bytes of values against the limit of the whole table.
func (t *Table) charge(n, limit int) error {
	if n > limit-t.used {
		return corrupt.Newf("the values of all tags together are longer than %d bytes, their frame's input", limit)
	}
	t.used += n
	return nil
}
