package tags

import (
	"slices"

	"github.com/chesszip/chesszip/internal/column/tags/values"
)

// Numbers and times are those of one column, or of two game by game, such as the
// starts and ends of games:
//
//	| form + flags | partner uvarint | reference, added: uvarint each |
//	| before, behind: length uvarint, bytes |
//	| of the partner: form + flags and what follows |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// What flags do not promise is left out. A reference is 8 times the number of a
// column + the form that its numbers have for this one.
// Before and behind are the bytes around the first number; a value with other
// bytes around its number than the one before has is an exception, and so is one
// without a number.

// Flags of a column of numbers.
const (
	flagPartner   = 1 << 7
	flagReference = 1 << 6
	flagAdded     = 1 << 5
	flagBehind    = 1 << 4 // in a game the partner's number comes before this one's
	formMask      = 1<<4 - 1
)

// referenceForms is by what the number of a column is multiplied.
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

// numberHeads codes what the columns are and depend on.
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

// numberFlags codes the form of a column, and which parts its head has.
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
	if of = c.table.Columns[k]; of.decoded || of.twice() || c.column.twice() {
		c.fail("columns of numbers that belong together are there already, or have two of a game")
	}
	return of
}

// numberHead codes what a column depends on.
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
// while reading, column gives it by its number.
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
