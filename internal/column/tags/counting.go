package tags

import (
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/series"
	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// numberColumn is a column that is coded as numbers, and what it depends on.
type numberColumn struct {
	column    *Column
	form      values.NumberForm
	reference numberReference
	added     numberReference // to the reference's numbers: how long games take
	behind    bool            // whether its partner's number comes first
	around    values.Around
}

// numberReference is a column and the form of numbers in it, nil for none.
type numberReference struct {
	column *Column
	form   values.NumberForm
}

// numbers codes the numbers of a column.
type numbers struct {
	*numberColumn
	model  *contextmix.Model
	series *series.Series
	own    *numberList
}

// newNumbers readies the coding of a column; lists are those of columns that are
// coded with it.
func newNumbers(c *coding, m *numberColumn, lists map[*Column]*numberList) *numbers {
	n := &numbers{numberColumn: m, own: lists[m.column]}
	list := func(r numberReference) series.Reference {
		if r.column == nil {
			return series.Reference{}
		}
		if own := lists[r.column]; own != nil {
			return series.Reference{From: own, Form: r.form}
		}
		return series.Reference{From: newNumberList(c.table, r.column, r.form), Form: r.form}
	}
	n.model = c.table.Room.New(c.coder, series.Table(), dictionary.ModelSize(len(m.column.Rows)*40), maxCount)
	n.series = series.New(n.model, m.form, list(m.reference), list(m.added))
	return n
}

// numberList is the numbers of a column, as far as they are known.
type numberList struct {
	table   *Table
	column  *Column
	form    values.NumberForm
	numbers []int64
	ok      []bool
}

// newNumberList returns the numbers of c in a form.
func newNumberList(t *Table, c *Column, form values.NumberForm) *numberList {
	n := &numberList{table: t, column: c, form: form}
	for _, text := range c.Values {
		v, _, _, ok := form.Find(text)
		n.add(v, ok)
	}
	return n
}

func (n *numberList) add(v int64, ok bool) {
	n.numbers, n.ok = append(n.numbers, v), append(n.ok, ok)
}

// Number returns the number of a game; false if it has none, or it is not known.
func (n *numberList) Number(game int32) (int64, bool) {
	i := n.column.place(n.table, game)
	if i < 0 || i >= len(n.numbers) {
		return 0, false
	}
	return n.numbers[i], n.ok[i]
}

// done reports whether all values of a game are coded.
func (n *numbers) done(game int32) bool {
	k := len(n.own.numbers)
	return k == len(n.column.Rows) || n.column.Rows[k] != game
}

// value codes the next value, which is of this game.
func (n *numbers) value(c *coding, game int32) {
	var text []byte
	v, ok := int64(0), true
	if c.writing() {
		var around values.Around
		text = n.column.Values[len(n.own.numbers)]
		v, around, ok = n.form.Cut(text)
		ok = ok && around.Equal(n.around)
	}
	g := series.Game{Number: game, Plies: int(c.table.Plies[game])}
	if v, ok = n.series.Code(v, ok, g); ok && !c.writing() {
		at := len(c.room)
		c.room = append(c.room, n.around.Before...)
		c.room = n.form.Append(c.room, v)
		c.room = append(c.room, n.around.Behind...)
		text = c.built(at)
	}
	if c.put(n.column, text, ok); !ok {
		if values := n.column.Values; !c.writing() && len(values) > 0 {
			text = values[len(values)-1]
		}
		var around values.Around
		if v, around, ok = n.form.Cut(text); ok {
			n.around = around
			n.series.Move(v, game)
		}
	}
	n.own.add(v, ok)
}
