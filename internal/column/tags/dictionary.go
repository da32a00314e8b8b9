package tags

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// A dictionary numbers the values of a column by first appearance; see package
// dictionary:
//
//	| flags | digits uvarint | columns: number + 1 uvarint x 3, 0 for none |
//	| string of the range coder |
//
// A value depends on the one before it and on those of the named columns. Some
// columns begin with known values. With flag 1, the bytes 1 and 2 in values mean the
// names of White and Black. With flag 2, a byte after the digits is a system of
// naming openings. Then the first reference is not a column, but the last position of
// the game with a name in that system, and at first the value expected for it is that
// name.

const (
	flagNames   = 1
	flagOpening = 2 // the first reference is a position of the opening
)

// codeDictionary codes a column whose values recur.
func codeDictionary(c *coding) bool {
	t := c.table
	known := dictionary.Initial(c.column.Name)
	marked := &Column{Rows: c.column.Rows, Values: c.column.Values}
	var refs [dictionary.References]*Column
	flags, digits, system := 0, 0, 0
	all := make(dictionary.Numbering, len(known))
	if c.writing() {
		if c.column.findNumbers() && c.column.distinctValues()*2 >= len(c.column.Values) {
			return false
		}
		if named := c.replaceNames(); named != nil {
			flags, marked.Values = flagNames, named
		}
		for _, values := range [][][]byte{known, marked.Values} {
			for _, v := range values {
				all.Of(v)
			}
		}
		digits = bits.Len(uint(len(all)))
		if flags == 0 {
			if system = c.findSystem(); system >= 0 {
				flags = flagOpening
			}
		}
		from := t.Columns[:c.at]
		if p := t.together().players; p != nil && c.at < t.number(p.columns[0]) {
			from = append(slices.Clone(from), p.columns[:]...) // these depend on no other
		}
		refs = t.chooseReferences(from, marked)
	}
	flags, digits = int(c.byte(byte(flags))), c.number(digits)
	if digits < 1 || digits > dictionary.MaxDigits || flags > flagOpening {
		c.fail("a dictionary has flags %d and %d digits; at most %d and from 1 to %d are expected", flags, digits, flagOpening, dictionary.MaxDigits)
	}
	var opening namedOpenings
	if flags == flagOpening {
		copy(refs[1:], refs[:])
		refs[0] = nil
		opening = c.openings(openings.System(c.form(system, openings.Systems-1, "names of openings")))
	}
	c.references(refs[:])
	if flags == flagOpening && refs[0] != nil {
		c.fail("the first reference is a column and an opening")
	}
	var names [2]*Column
	if flags == flagNames && !c.writing() {
		names = c.names()
	}
	if !c.begin() {
		return false
	}
	d := dictionary.New(dictionary.Options{Room: t.Room, Coder: c.coder, Digits: digits, Values: len(c.column.Rows), Known: known, Guesses: opening.guesses})
	var numbers []int // of the values that are read
	c.each(func(k int, game int32) ([]byte, bool) {
		v := dictionary.Value{References: t.ids(refs, game)}
		if flags == flagOpening {
			v.References[0] = opening.of(game)
		}
		if c.writing() {
			v.Number, v.Text = all.Of(marked.Values[k]), marked.Values[k]
		}
		number, text := c.value(d, &v)
		numbers = append(numbers, number)
		if flags == flagNames && !c.writing() {
			text = dictionary.RestoreNames(text, names[0].value(t, game), names[1].value(t, game))
		}
		c.charge(len(text))
		return text, true
	})
	d.Free()
	c.end(false)
	if flags != flagNames && c.err == nil && !c.writing() {
		c.column.identify(numbers)
	}
	return true
}

// ids returns the numbers of a game's values in some columns.
func (t *Table) ids(columns [dictionary.References]*Column, game int32) (r [dictionary.References]int) {
	for i, c := range columns {
		r[i] = c.id(t, game)
	}
	return r
}

// replaceNames returns the values with the players' names in them replaced, or nil if
// few have any.
func (c *coding) replaceNames() [][]byte {
	white, black := c.table.find("White", c.at), c.table.find("Black", c.at)
	if white == nil || black == nil {
		return nil
	}
	out := make([][]byte, len(c.column.Values))
	n := 0
	for i, v := range c.column.Values {
		if dictionary.HasMarks(v) {
			return nil
		}
		game := c.column.Rows[i]
		out[i] = dictionary.ReplaceNames(v, white.value(c.table, game), black.value(c.table, game))
		if len(out[i]) < len(v) {
			n++
		}
	}
	if n*10 < len(out) {
		return nil
	}
	return out
}

// chooseReferences returns the columns among those given that predict c best: the
// value of c is most often the one that came last with the same value of that column.
func (t *Table) chooseReferences(from []*Column, c *Column) (best [dictionary.References]*Column) {
	c.distinctValues()
	var scores [dictionary.References]int
	same := 0
	for k := 1; k < len(c.ids); k++ {
		if c.ids[k] == c.ids[k-1] {
			same++
		}
	}
	if same > len(c.ids)-len(c.ids)/50 {
		return best // such as the date, which is faster to read without others
	}
	least := max(same+len(c.ids)/50, len(c.ids)/20)
	ratings := t.together().ratings
	for _, r := range from {
		// Ratings predict little more than the players do, and are slow to read.
		if ratings.has(r) || r.Name == "" || len(r.Values)*2 < len(c.Values) || r.distinctValues() < 2 {
			continue
		}
		hits := t.hits(r, c)
		for b := range best {
			if hits > scores[b] && (b > 0 || hits > least) {
				copy(best[b+1:], best[b:])
				copy(scores[b+1:], scores[b:])
				best[b], scores[b] = r, hits
				break
			}
		}
	}
	return best
}

// hits returns the number of values of c that also came last with the same value of
// r.
func (t *Table) hits(r, c *Column) (hits int) {
	last := make([]int, r.distinctValues()+1)
	for j, id := range c.ids {
		at := &last[r.id(t, c.Rows[j])+1]
		if *at == id+1 {
			hits++
		}
		*at = id + 1
	}
	return hits
}

// names returns the decoded columns of the players, which are before this one.
func (c *coding) names() (columns [2]*Column) {
	for side, name := range playerNames {
		p := c.table.find(name, c.at)
		if p == nil {
			c.fail("the values need a column [%s] before them", name)
		}
		if c.err == nil {
			c.err = c.need(c.table.number(p))
		}
		columns[side] = p
	}
	return columns
}
