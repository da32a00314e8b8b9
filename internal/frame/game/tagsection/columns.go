package tagsection

import (
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// MaxColumns is the most columns of tags; the values of all further tags share the
// last one.
const MaxColumns = 64

// Openings returns the last named positions of games by their first moves; see
// tags.Table.
type Openings func() ([]openings.Last, error)

// columns gathers the tags of games by name.
type columns struct {
	numbers map[string]int
	list    []tagColumn
	plies   []int32
	values  int // in all columns
}

type tagColumn struct {
	name   string // "" for the column of many names
	rows   []int32
	values [][]byte
}

func (c *columns) reset() { *c = columns{numbers: map[string]int{}} }

// number returns the number of the column of a name, and adds one for a new name. All
// names beyond the last column share it.
func (c *columns) number(name []byte) int {
	i, ok := c.numbers[string(name)]
	if !ok {
		i = min(len(c.numbers), MaxColumns-1)
		c.numbers[string(name)] = i
		if i == len(c.list) {
			c.list = append(c.list, tagColumn{name: string(name)})
		} else {
			c.list[i].name = ""
		}
	}
	return i
}

// addRow records that the current game has a tag of the k-th column.
func (c *columns) addRow(k int) {
	c.list[k].rows = append(c.list[k].rows, int32(len(c.plies)))
	c.values++
}

// add adds a value of the current game.
func (c *columns) add(name, value []byte) {
	k := c.number(name)
	c.addRow(k)
	c.list[k].values = append(c.list[k].values, value)
}

// end ends the current game.
func (c *columns) end(plies int) { c.plies = append(c.plies, int32(plies)) }

// Shared is the name of the column of many names.
const Shared = ""

// table returns the columns as a table.
func (c *columns) table(room *contextmix.Memory, b *budget.Budget, with lists.Source, first Openings) *tags.Table {
	list := make([]*tags.Column, len(c.list))
	for i := range c.list {
		col := &c.list[i]
		list[i] = &tags.Column{Name: col.name, Rows: col.rows, Values: col.values}
	}
	return &tags.Table{Room: room, Budget: b, Games: len(c.plies), Plies: c.plies, Openings: first, Lists: positionLists{room, with}, Columns: list}
}

// positionLists are the lists of positions that columns of tags may be.
type positionLists struct {
	room *contextmix.Memory
	with lists.Source // provides learned models
}

func (p positionLists) Append(dst, lines []byte, thorough bool, b *budget.Budget) ([]byte, bool) {
	if !thorough {
		p.with = nil
	}
	return positions.Append(dst, lines, p.with, b)
}

func (p positionLists) Decode(src []byte, limit int, b *budget.Budget) ([]byte, error) {
	return positions.Decode(src, limit, b, p.room, p.with)
}
