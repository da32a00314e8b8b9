package tags

import (
	"slices"

	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/series"
	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Numbers and times are of one column, or of two columns game by game, such as the
// starts and ends of games:
//
//	| form + flags | partner uvarint | reference, added: uvarint each |
//	| before, behind: length uvarint, bytes |
//	| of the partner: form + flags and the fields after them |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// Fields without their flag are left out. A reference is 8 times the number of a
// column plus the form of its numbers. Before and behind are the bytes before and
// after the first number. A value is an exception if it has no number, or other bytes
// around it than the previous value.

// Flags of a column of numbers.
const (
	flagPartner   = 1 << 7
	flagReference = 1 << 6
	flagAdded     = 1 << 5
	flagBehind    = 1 << 4 // in each game the partner's number comes first
	formMask      = 1<<4 - 1
)

// referenceForms is the factor of a column's number in a reference.
const referenceForms = 8

// codeNumbers codes a column most of whose values are numbers, with its partner
// if it has one.
func codeNumbers(c *coding) bool {
	if !c.writing() {
		c.codeNumbers(make([]numberColumn, 1, 2))
		return true
	}
	if g := c.table.group(c.column); g != nil {
		return c.codeNumbers(c.partners(g.columns))
	}
	if !c.column.findNumbers() {
		return false
	}
	n := c.numberColumn(c.column)
	if n.form.Time() {
		c.referToTimes(&n)
	} else {
		c.referToNumbers(&n)
	}
	return c.codeNumbers([]numberColumn{n})
}

// codeNumbers codes a column and its partner.
func (c *coding) codeNumbers(members []numberColumn) bool {
	members = c.numberHeads(members)
	rows := 0
	for i := range members {
		rows += len(members[i].column.Rows)
	}
	if c.err != nil || !c.beginWith(rows) {
		return false
	}
	lists := map[*Column]*numberList{} // of the columns that are coded
	for i := range members {
		m := &members[i]
		lists[m.column] = &numberList{table: c.table, column: m.column, form: m.form}
	}
	var all []*numbers
	for i := range members {
		if !c.open(members[i].column) {
			return false
		}
		all = append(all, newNumbers(c, &members[i], lists))
	}
	if members[0].behind {
		slices.Reverse(all)
	}
	for game := range int32(c.table.games()) {
		for _, n := range all {
			for !n.done(game) {
				n.value(c, game)
				if !c.good(game) {
					return false
				}
			}
		}
	}
	for _, n := range all {
		c.table.Room.Free(n.model)
	}
	c.end(true)
	for i := range members {
		c.gave(members[i].column)
	}
	return true
}

// numberHeads codes the columns and their references.
func (c *coding) numberHeads(members []numberColumn) []numberColumn {
	flags := c.numberFlags(&members[0], len(members) > 1)
	members[0].behind = flags&flagBehind != 0
	if members[0].column = c.column; flags&flagPartner != 0 {
		if !c.writing() {
			members = append(members, numberColumn{})
		}
		members[1].column = c.partner(members[1].column)
	}
	for i := range members {
		if i > 0 {
			flags = c.numberFlags(&members[i], false)
		}
		if c.err == nil && i > 0 && flags&(flagPartner|flagBehind) != 0 {
			c.fail("the partner of a column of numbers has one")
		}
		if c.err == nil {
			c.numberHead(&members[i], flags, members)
		}
	}
	return members
}

// numberFlags codes the form of a column and the flags of its head.
func (c *coding) numberFlags(m *numberColumn, partner bool) (flags byte) {
	if partner {
		flags = flagPartner
	}
	if m.behind {
		flags |= flagBehind
	}
	if m.reference.column != nil {
		flags |= flagReference
	}
	if m.added.column != nil {
		flags |= flagAdded
	}
	flags = c.byte(byte(m.form) | flags)
	if m.form = values.NumberForm(flags & formMask); m.form >= values.NumForms {
		c.fail("numbers have form %d, the last is %d", m.form, values.NumForms-1)
	}
	return flags
}

// partner codes the column that is coded with this one.
func (c *coding) partner(of *Column) *Column {
	k := c.number(c.table.number(of))
	if c.writing() {
		return of
	}
	if k <= c.at || k >= len(c.table.Columns) {
		c.fail("the partner of numbers is column %d, expected after %d and before %d", k, c.at, len(c.table.Columns))
		return c.column
	}
	if of = c.table.Columns[k]; of.decoded || of.Twice() || c.column.Twice() {
		c.fail("columns of numbers that belong together are there already, or have two of a game")
	}
	return of
}

// numberHead codes the references of a column.
func (c *coding) numberHead(m *numberColumn, flags byte, members []numberColumn) {
	column := func(k int) *Column {
		if c.writing() || c.err != nil {
			return nil
		}
		for i := range members {
			if k >= 0 && k == c.table.number(members[i].column) {
				return members[i].column
			}
		}
		if c.err = c.need(k); c.err != nil {
			return nil
		}
		return c.table.Columns[k]
	}
	if flags&flagReference != 0 {
		c.numberReference(&m.reference, column)
	}
	if flags&flagAdded != 0 {
		c.numberReference(&m.added, column)
	}
	m.around = values.Around{Before: c.bytes(m.around.Before), Behind: c.bytes(m.around.Behind)}
}

// numberReference codes a column that numbers depend on, and the form of its numbers;
// in reading, column returns it by its number.
func (c *coding) numberReference(r *numberReference, column func(k int) *Column) {
	v := 0
	if c.writing() {
		v = c.table.number(r.column)*referenceForms + int(r.form)
	}
	if v = c.number(v); c.writing() {
		return
	}
	if r.form = values.NumberForm(v % referenceForms); r.form >= values.NumForms {
		c.fail("numbers refer to form %d, the last is %d", r.form, values.NumForms-1)
	}
	r.column = column(v / referenceForms)
}

// numberColumn is a column of numbers, with the columns that it depends on.
type numberColumn struct {
	column    *Column
	form      values.NumberForm
	reference numberReference
	added     numberReference // added to the reference's numbers, such as durations
	behind    bool            // its partner's number comes first
	around    values.Around
}

// numberReference is a column, or nil, and the form of the numbers in it.
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

// newNumbers begins the coding of a column; lists are those of the columns that are coded
// together with it.
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

// numberList is the numbers of a column known so far.
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

// Number returns the number of a game; ok is false if it has none, or it is not known
// yet.
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

// value codes the next value, which is of this game: as a number, if the bytes around it
// are those of the number before it, as an exception otherwise.
func (n *numbers) value(c *coding, game int32) {
	g := series.Game{Number: game, Plies: int(c.table.Plies[game])}
	if c.writing() {
		n.own.add(n.write(c, g))
	} else {
		n.own.add(n.read(c, g))
	}
}

// write writes the next value, and returns the number in it, if there is one.
func (n *numbers) write(c *coding, g series.Game) (int64, bool) {
	text := n.column.Values[len(n.own.numbers)]
	v, around, ok := n.form.Cut(text)
	v, ok = n.series.Code(v, ok && around.Equal(n.around), g)
	if c.put(n.column, text, ok); ok {
		return v, true
	}
	return n.startAt(text, g.Number)
}

// read reads the next value, and returns the number in it, if there is one.
func (n *numbers) read(c *coding, g series.Game) (int64, bool) {
	v, ok := n.series.Code(0, true, g)
	if !ok {
		return n.startAt(c.put(n.column, nil, false), g.Number)
	}
	at := len(c.room)
	c.room = append(c.room, n.around.Before...)
	c.room = n.form.Append(c.room, v)
	c.room = append(c.room, n.around.Behind...)
	c.put(n.column, c.built(at), true)
	return v, true
}

// startAt makes an exception the value before the next one, if it has a number.
func (n *numbers) startAt(exception []byte, game int32) (int64, bool) {
	v, around, ok := n.form.Cut(exception)
	if ok {
		n.around = around
		n.series.Move(v, game)
	}
	return v, ok
}
