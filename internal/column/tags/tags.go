// Package tags stores the tags of the games of a frame, a column for each
// name: ratings by what the players had, times by the game before, sites by
// their alphabet, and what recurs by its number, as the other tags make it
// likely.
//
// # Format
//
//	| method | ... |
//
//	method 0 to 5   texts, as package column stores them
//	       16       dictionary
//	       17       numbers
//	       18       identifiers
//	       19       copies of another column
//	       20       ratings, of up to four columns
//	       21       nothing: | column: number uvarint | has the values
//	       22       players, of two columns
//	       23       positions
//
// Which method a column has is found by looking at its values; what does not
// fit a method is an exception, spelled among its texts. A column may depend on
// other columns, never on moves. The file of each method says what follows.
package tags

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/text"
)

// ErrCorrupt says that bytes are no column, or a larger one than allowed.
var ErrCorrupt = errors.New("tags: corrupt input")

func corrupt(msg string) error { return fmt.Errorf("%w: %s", ErrCorrupt, msg) }

// Methods of this package; those below are package column's.
const (
	methodDictionary = 16 + iota
	methodNumbers
	methodIdentifiers
	methodCopies
	methodRatings
	methodElsewhere
	methodPlayers
	methodPositions
)

// Column is the values of one tag.
type Column struct {
	Name string
	// Rows are the games that have the tag, ascending. A game that has it
	// twice is there twice.
	Rows   []int32
	Values [][]byte

	numeric *numeric // how numbers are written, if it is stored as numbers
	known   bool     // whether Values are there
	ids     []int    // of the values, by first appearance, once somebody asks
	texts   [][]byte
	at      []int32 // for each game, the place of its first value + 1, 0 for none
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
	Room *contextmix.Room
	// Lists stores columns of positions, if it is not nil.
	Lists Lists

	group   *group // of ratings, if grouped
	grouped bool
	pair    *pair // of players, if paired
	paired  bool
}

// Append appends the i-th column to dst.
func (t *Table) Append(dst []byte, i int, effort text.Effort) []byte {
	c := t.Columns[i]
	c.known = true
	if i == 0 {
		for _, c := range t.Columns {
			c.known = true
		}
	}
	plain := func() []byte { return text.Append(nil, c.Values, effort) }
	if len(c.Values) < 2 || same(c.Values) {
		return append(dst, plain()...)
	}
	small := t.typed(i)
	if len(c.Values) < fewValues {
		if p := plain(); len(p) <= len(small) && small[0] < methodRatings {
			small, c.numeric = p, nil
		}
	}
	if list := t.appendPositions(i, effort); list != nil && len(list) < len(small) {
		small, c.numeric = list, nil
	}
	return append(dst, small...)
}

// fewValues is the number of values below which a column is stored as text if
// that is shorter.
const fewValues = 200

func same(values [][]byte) bool {
	for _, v := range values {
		if !bytes.Equal(v, values[0]) {
			return false
		}
	}
	return true
}

// typed codes the column by the method that fits it.
func (t *Table) typed(i int) []byte {
	c := t.Columns[i]
	if b := t.appendRatings(i); b != nil {
		return b
	}
	if b := t.appendPlayers(i); b != nil {
		return b
	}
	if b := t.appendCopies(i); b != nil {
		return b
	}
	numbers, numeric := t.appendNumbers(i)
	if numbers == nil || len(c.distinct())*2 < len(c.Values) {
		if numbers == nil {
			if b := t.appendIdentifiers(i); b != nil {
				return b
			}
		}
		if b := t.appendDictionary(i); numbers == nil || len(b) < len(numbers) {
			return b
		}
	}
	c.numeric = numeric
	return numbers
}

// Decode reads the i-th column, whose Rows are known, and those that it
// depends on: stream gives the bytes of a column. The values' lengths sum to
// at most limit.
func (t *Table) Decode(i, limit int, stream func(int) []byte) error {
	return t.decode(i, limit, stream, 0)
}

// maxDepth bounds how far columns depend on others.
const maxDepth = 128

func (t *Table) decode(i, limit int, stream func(int) []byte, depth int) (err error) {
	c := t.Columns[i]
	if c.known {
		return nil
	}
	if depth > maxDepth {
		return corrupt("columns depend on each other")
	}
	src := stream(i)
	if len(src) == 0 {
		return corrupt("a column is missing")
	}
	need := func(k int) error {
		if k < 0 || k >= len(t.Columns) {
			return corrupt("a column depends on one that is not there")
		}
		return t.decode(k, limit, stream, depth+1)
	}
	r := reader{t: t, c: c, limit: limit, need: need, src: src[1:]}
	switch src[0] {
	case methodDictionary:
		err = r.dictionary()
	case methodNumbers:
		err = r.numbers()
	case methodIdentifiers:
		err = r.identifiers()
	case methodCopies:
		err = r.copies()
	case methodRatings:
		err = r.ratings(i)
	case methodPlayers:
		err = r.players(i)
	case methodPositions:
		err = r.positions()
	case methodElsewhere:
		var k int
		if k, err = r.number(); err == nil {
			if err = need(k); err == nil && !c.known {
				err = corrupt("the values of a column are missing")
			}
		}
	default:
		c.Values, err = text.Decode(src, len(c.Rows), limit)
	}
	if err != nil {
		return err
	}
	if len(c.Values) != len(c.Rows) && (t.Upto == 0 || len(c.Values) < len(t.rows(c))) {
		return corrupt("a column has too few or too many values")
	}
	total := 0
	for _, v := range c.Values {
		if total += len(v); total > limit {
			return corrupt("a column is longer than its frame's input")
		}
	}
	c.known = true
	return nil
}

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

// done returns an error if something is left over in a column that was read
// whole.
func (r *reader) done(left bool) error {
	if left && r.t.Upto == 0 {
		return corrupt("something is left over in a column")
	}
	return nil
}

// reader reads one column.
type reader struct {
	t     *Table
	c     *Column
	limit int
	need  func(int) error
	src   []byte
}

func (r *reader) number() (int, error) {
	v, rest, err := binfmt.Uvarint(r.src)
	if err != nil || v > 1<<31-1 {
		return 0, corrupt("a column is malformed or cut")
	}
	r.src = rest
	return int(v), nil
}

func (r *reader) bytes() ([]byte, error) {
	n, err := r.number()
	if err != nil || n > len(r.src) {
		return nil, corrupt("a column is malformed or cut")
	}
	b := r.src[:n:n]
	r.src = r.src[n:]
	return b, nil
}

// texts reads a column of texts, at most as many as values.
func (r *reader) texts() (texts, error) {
	b, err := r.bytes()
	if err != nil || len(b) == 0 {
		return texts{}, err
	}
	return decodeTexts(b, len(r.c.Rows), r.limit)
}

func decodeTexts(src []byte, values, limit int) (texts, error) {
	v, err := text.Decode(src, -1, limit)
	if err == nil && len(v) > values {
		err = corrupt("a column has more texts than values")
	}
	return texts{v}, err
}

// column reads the number of a column before this one, 0 for none, and makes
// sure it is decoded.
func (r *reader) column() (*Column, error) {
	k, err := r.number()
	if err != nil || k == 0 {
		return nil, err
	}
	if err := r.need(k - 1); err != nil {
		return nil, err
	}
	return r.t.Columns[k-1], nil
}

// appendTexts appends texts for reader.texts: nothing for none.
func appendTexts(dst []byte, values [][]byte) []byte {
	if len(values) == 0 {
		return append(dst, 0)
	}
	return binfmt.AppendBytes(dst, text.Append(nil, values, text.Thorough))
}

// texts are taken one after the other.
type texts struct{ left [][]byte }

func (t *texts) take() ([]byte, bool) {
	if len(t.left) == 0 {
		return nil, false
	}
	v := t.left[0]
	t.left = t.left[1:]
	return v, true
}

// distinct returns the different values by first appearance.
func (c *Column) distinct() [][]byte {
	if c.ids == nil {
		seen := make(map[string]int, len(c.Values))
		c.ids = make([]int, len(c.Values))
		for i, v := range c.Values {
			id, ok := seen[string(v)]
			if !ok {
				id = len(c.texts)
				seen[string(v)] = id
				c.texts = append(c.texts, v)
			}
			c.ids[i] = id
		}
	}
	return c.texts
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

// value returns the value of a game, nil if it has none.
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
	c.distinct()
	return c.ids[i]
}

// find returns the number of the column of a name, -1 if there is none before
// the given one.
func (t *Table) find(name string, before int) int {
	for k, c := range t.Columns[:before] {
		if c.Name == name {
			return k
		}
	}
	return -1
}
