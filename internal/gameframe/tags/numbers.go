package tags

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/gameframe/tags/dictionary"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// Numbers have the same bytes before and behind them in all values:
//
//	| form | columns: number + 1 uvarint x 3, 0 for none | before, behind: length uvarint, bytes |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// For each value: whether it is an exception, and the difference to the base
// that predicted best of late: 0, the number before, the foremost of the last
// three, the game's half-moves, or the number in one of the columns named.

// numberReferences is how many columns numbers may depend on.
const numberReferences = 3

const (
	baseZero = iota
	baseBefore
	baseFront
	basePlies
	baseColumns
	numBases = baseColumns + numberReferences
)

// Choices of the numbersTable.
const (
	choiceException = iota
	choiceDifference
)

// Field base says which base is used; baseclass is the class of its number,
// baselow the low bits of it, and so with change, the last difference; pace is
// the class of how large differences are on average.
var numbersTable = contextmix.Declare("tags.numbers",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "exceptions:4", Contexts: "exceptions"},
	contextmix.Choice{
		Name: "the difference to the base", Fields: "base:3 changeclass:11 changelow:29 baseclass:11 baselow:29 pace:11",
		Contexts: "base | base changeclass | base changelow | base baseclass | base baselow | base pace",
	},
)

// low29 cuts a number to the width of its field.
func low29(v int64) uint32 { return uint32(v) & (1<<29 - 1) }

// codeNumbers codes a column most of whose values are numbers.
func codeNumbers(c *coding) bool {
	format := new(valueform.NumberFormat)
	var refs [numberReferences]*Column
	if c.writing() {
		if format = valueform.FindNumbers(c.column.Values); format == nil {
			return false
		}
		c.format = format
		refs = c.numberReferences()
	}
	form := valueform.NumberForm(c.form(int(format.Form), int(valueform.NumForms-1), "numbers"))
	c.references(refs[:])
	format = &valueform.NumberFormat{Form: form, Before: c.bytes(format.Before), Behind: c.bytes(format.Behind)}
	if !c.beginWith(len(c.column.Rows)) {
		return false
	}
	n := newNumbers(c, form, refs)
	c.each(func(k int, game int32) (text []byte, ok bool) {
		v, ok := int64(0), true
		if c.writing() {
			text = c.column.Values[k]
			v, ok = format.Parse(text)
		}
		if v, ok = n.code(v, ok, game); ok && !c.writing() {
			at := len(c.room)
			c.room = format.Append(c.room, v)
			text = c.built(at)
		}
		return text, ok
	})
	c.table.Room.Free(n.model)
	if !c.writing() {
		c.column.format = format
	}
	c.end(true)
	return true
}

// numberReferences returns the last columns of numbers before this one that
// have differing values and are at least half as many.
func (c *coding) numberReferences() (refs [numberReferences]*Column) {
	n := 0
	for k := c.at - 1; k >= 0 && n < numberReferences; k-- {
		r := c.table.Columns[k]
		if r.format != nil && (r.format.Form == valueform.Daytime) == (c.format.Form == valueform.Daytime) &&
			len(r.Values)*2 >= len(c.column.Values) && !r.uniform() {
			refs[n] = r
			n++
		}
	}
	return refs
}

// numbers codes the numbers of a column.
type numbers struct {
	plies      []int32
	model      *contextmix.Model
	form       valueform.NumberForm
	refs       [numberReferences]*referredNumbers
	last       [fronts]int64
	change     int64 // the last difference to a base
	pace       int64 // 16 times how large differences are of late
	costs      [numBases]uint32
	exceptions uint32 // whether the values before were exceptions, newest lowest
}

// fronts is of how many numbers before the foremost is a base.
const fronts = 3

func newNumbers(c *coding, form valueform.NumberForm, refs [numberReferences]*Column) *numbers {
	n := &numbers{plies: c.table.Plies, form: form}
	for k, r := range refs {
		n.refs[k] = newReferredNumbers(c.table, r)
	}
	n.model = c.table.Room.New(c.coder, numbersTable, dictionary.ModelSize(len(c.column.Rows)*40), maxSights)
	return n
}

// referredNumbers is a column of numbers that another refers to.
type referredNumbers struct {
	table   *Table
	column  *Column
	numbers []int64
	ok      []bool
}

// newReferredNumbers returns the numbers of c, nil unless it is stored as
// numbers.
func newReferredNumbers(t *Table, c *Column) *referredNumbers {
	if c == nil || c.format == nil {
		return nil
	}
	n := &referredNumbers{t, c, make([]int64, len(c.Values)), make([]bool, len(c.Values))}
	for i, v := range c.Values {
		n.numbers[i], n.ok[i] = c.format.Parse(v)
	}
	return n
}

// number returns the number of a game; false if it has none.
func (n *referredNumbers) number(game int32) (int64, bool) {
	if n == nil {
		return 0, false
	}
	i := n.column.place(n.table, game)
	if i < 0 {
		return 0, false
	}
	return n.numbers[i], n.ok[i]
}

// code codes the number of a game; false for an exception.
func (n *numbers) code(v int64, ok bool, game int32) (int64, bool) {
	n.model.Use(choiceException, n.exceptions&15)
	exception := n.model.Flag(!ok)
	n.exceptions <<= 1
	if exception {
		n.exceptions |= 1
		return 0, false
	}
	base, there := n.bases(game)
	used := baseZero
	for k := range base {
		if there[k] && n.costs[k] < n.costs[used] {
			used = k
		}
	}
	b := base[used]
	n.model.Use(choiceDifference, uint32(used), valueform.Class(n.change), low29(n.change), valueform.Class(b), low29(b), valueform.Class(n.pace>>2))
	v = n.form.Sum(b, n.model.Signed(n.form.Difference(v, b)))
	for k := range base {
		digits := uint32(40)
		if there[k] {
			d := n.form.Difference(v, base[k])
			digits = uint32(bits.Len64(uint64(max(d, -d))))
		}
		n.costs[k] += digits<<8 - n.costs[k]>>4
	}
	n.change = n.form.Difference(v, b)
	n.pace += min(max(n.change, -n.change), 1<<20) - n.pace>>4
	copy(n.last[1:], n.last[:])
	n.last[0] = v
	return v, true
}

// bases returns the bases for the number of a game, and which there are.
func (n *numbers) bases(game int32) (base [numBases]int64, there [numBases]bool) {
	there[baseZero], there[baseBefore], there[baseFront], there[basePlies] = true, true, true, true
	base[baseBefore], base[baseFront] = n.last[0], n.last[0]
	for _, v := range n.last[1:] {
		if n.form.Difference(v, base[baseFront]) > 0 {
			base[baseFront] = v
		}
	}
	base[basePlies] = int64(n.plies[game])
	for k, r := range n.refs {
		base[baseColumns+k], there[baseColumns+k] = r.number(game)
	}
	return base, there
}
