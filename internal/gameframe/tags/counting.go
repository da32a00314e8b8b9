package tags

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/gameframe/tags/dictionary"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// numberReferences is how many columns numbers may depend on.
const numberReferences = 3

// numberColumn is a column that is coded as numbers, and what it depends on.
type numberColumn struct {
	column     *Column
	form       valueform.NumberForm
	references [numberReferences]numberReference
	kind       *Column // such as the time control, nil for none
	day        *Column // the date of times, nil for none
	behind     bool    // whether its partner's number comes first
	around     valueform.Around
}

// numberReference is a column and the form of numbers in it, nil for none.
type numberReference struct {
	column *Column
	form   valueform.NumberForm
}

// Bases are what numbers are the differences to: the one that predicted best of
// late.
const (
	baseZero    = iota
	baseBefore  // the number before
	baseFront   // the foremost of the last three
	basePlies   // the game's half-moves
	baseNext    // of the last eight numbers of the first reference the least that is above the number before, else the last
	baseSum     // the first reference's number and the second's
	baseBehind  // the number before and the second reference's then, and what the number before was more than that
	basePace    // the number before and, as fast as it grows with the first reference, what that has grown
	baseColumns // the references' numbers
	numBases    = baseColumns + numberReferences
)

const (
	// fronts is of how many numbers before the foremost is a base.
	fronts = 3
	// nexts is of how many numbers of the first reference the next is found.
	nexts = 8
)

// Choices of the numbersTable.
const (
	choiceException = iota
	choiceDifference
)

// Field base says which base is used; baseclass is the class of its number,
// baselow the low bits of it, and so with change, the last difference; pace is
// the class of how large differences are on average. Field plies is of the game,
// kind 1 + the number of its value of that column, and day says how far the day
// is from the one of the number before.
var numbersTable = contextmix.Declare("tags.numbers",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "exceptions:4", Contexts: "exceptions"},
	contextmix.Choice{
		Name: "the difference to the base", Fields: "base:4 changeclass:11 changelow:28 baseclass:11 baselow:28 pace:11 plies:7 kind:8 day:3",
		Contexts: "base | base changeclass | base changelow | base baseclass | base baselow | base pace | base plies kind | base day kind",
	},
)

// lowBits cuts a number to the width of its field.
func lowBits(v int64) uint32 { return uint32(v) & (1<<28 - 1) }

// numbers codes the numbers of a column.
type numbers struct {
	*numberColumn
	table      *Table
	model      *contextmix.Model
	own        *numberList
	references [numberReferences]*numberList
	days       *numberList
	last       [fronts]int64
	next       nextNumbers // of the first reference
	game       int32       // of the number before, -1 for none
	change     int64       // the last difference to a base
	pace       int64       // 16 times how large differences are of late
	rate       int64       // 2^20 times what a number grows by for each of the first reference's, 0 if not known
	costs      [numBases]uint32
	missed     int64  // of the number before, as baseBehind has it
	exceptions uint32 // whether the values before were exceptions, newest lowest
}

// newNumbers readies the coding of a column; lists are those of columns that are
// coded with it.
func newNumbers(c *coding, m *numberColumn, lists map[*Column]*numberList) *numbers {
	n := &numbers{numberColumn: m, table: c.table, own: lists[m.column], game: -1}
	for k, r := range m.references {
		if n.references[k] = lists[r.column]; n.references[k] == nil {
			n.references[k] = newNumberList(c.table, r.column, r.form)
		}
	}
	n.days = newNumberList(c.table, m.day, valueform.Date)
	n.model = c.table.Room.New(c.coder, numbersTable, dictionary.ModelSize(len(m.column.Rows)*40), maxSights)
	return n
}

// numberList is the numbers of a column, as far as they are known.
type numberList struct {
	table   *Table
	column  *Column
	form    valueform.NumberForm
	numbers []int64
	ok      []bool
}

// newNumberList returns the numbers of c in a form, nil for nil.
func newNumberList(t *Table, c *Column, form valueform.NumberForm) *numberList {
	if c == nil {
		return nil
	}
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

// number returns the number of a game; false if it has none, or it is not known.
func (n *numberList) number(game int32) (int64, bool) {
	if n == nil || game < 0 {
		return 0, false
	}
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
		var around valueform.Around
		text = n.column.Values[len(n.own.numbers)]
		v, around, ok = n.form.Cut(text)
		ok = ok && around.Equal(n.around)
	}
	if v, ok = n.code(v, ok, game); ok && !c.writing() {
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
		var around valueform.Around
		if v, around, ok = n.form.Cut(text); ok {
			n.around = around
			n.move(v, game)
		}
	}
	n.own.add(v, ok)
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
	n.model.Use(choiceDifference, uint32(used), valueform.Class(n.change), lowBits(n.change), valueform.Class(b), lowBits(b), valueform.Class(n.pace>>2),
		uint32(min(n.table.Plies[game]>>3, 127)), uint32(n.kind.id(n.table, game)+1)&0xff, n.dayStep(game))
	v = n.form.Sum(b, n.model.Signed(n.form.Difference(v, b)))
	for k := range base {
		digits := uint32(40)
		if there[k] {
			d := n.form.Difference(v, base[k])
			digits = uint32(bits.Len64(uint64(max(d, -d))))
		}
		n.costs[k] += digits<<8 - n.costs[k]>>4
	}
	if there[baseBehind] {
		n.missed = n.form.Sum(n.missed, n.form.Difference(v, base[baseBehind]))
	}
	n.change = n.form.Difference(v, b)
	n.pace += min(max(n.change, -n.change), 1<<20) - n.pace>>4
	n.move(v, game)
	return v, true
}

// move makes v, of this game, the number before.
func (n *numbers) move(v int64, game int32) {
	if grown, ok := n.grown(game); ok && (grown >= 64 || grown <= -64) {
		if d := n.form.Difference(v, n.last[0]); max(d, -d) < 1<<40 {
			if r := d << 20 / grown; n.rate == 0 {
				n.rate = r
			} else {
				n.rate += (r - n.rate) >> 2
			}
		}
	}
	copy(n.last[1:], n.last[:])
	n.last[0], n.game = v, game
}

// grown returns by how much the number of the first reference has grown since the
// number before; false if it is not known, or much.
func (n *numbers) grown(game int32) (int64, bool) {
	now, ok := n.reference(0, game)
	before, known := n.reference(0, n.game)
	d := now - before
	return d, ok && known && max(d, -d) < 1<<22
}

// reference returns the number of a reference as this column has it: of a time of
// day in a column with a date where this one has no times, the seconds.
func (n *numbers) reference(k int, game int32) (int64, bool) {
	r := n.references[k]
	v, ok := r.number(game)
	if !ok {
		return 0, false
	}
	if n.form.Time() && r.form.Time() {
		return n.form.From(v, r.form), true
	}
	if r.form == valueform.Daytime {
		if day, ok := n.days.number(game); ok {
			v += valueform.Moment.From(day, valueform.Date) / 1000
		}
	}
	return v, true
}

// dayStep says how far the date of a game is from that of the number before: 0
// not known, 1 the same, 2 the next, 3 the day before, 4 later, 5 sooner.
func (n *numbers) dayStep(game int32) uint32 {
	now, ok := n.days.number(game)
	before, known := n.days.number(n.game)
	switch d := now - before; {
	case !ok || !known:
		return 0
	case d == 0:
		return 1
	case d == 1:
		return 2
	case d == -1:
		return 3
	case d > 1:
		return 4
	}
	return 5
}

// nextNumbers are the last numbers of a reference, newest first.
type nextNumbers struct {
	numbers [nexts]int64
	known   int // how many there are
}

func (n *nextNumbers) add(v int64) {
	copy(n.numbers[1:], n.numbers[:])
	n.numbers[0] = v
	n.known = min(n.known+1, nexts)
}

// above returns the least number above v, else the newest; false if there is none.
func (n *nextNumbers) above(form valueform.NumberForm, v int64) (next int64, ok bool) {
	next, least := n.numbers[0], int64(0)
	for _, x := range n.numbers[:n.known] {
		if d := form.Difference(x, v); d > 0 && (least == 0 || d < least) {
			next, least = x, d
		}
	}
	return next, n.known > 0
}

// bases returns the bases for the number of a game, and which there are.
func (n *numbers) bases(game int32) (base [numBases]int64, there [numBases]bool) {
	last := n.last[0]
	there[baseZero], there[baseBefore], there[baseFront], there[basePlies] = true, true, true, true
	base[baseBefore], base[baseFront] = last, last
	for _, v := range n.last[1:] {
		if n.form.Difference(v, base[baseFront]) > 0 {
			base[baseFront] = v
		}
	}
	base[basePlies] = int64(n.table.Plies[game])
	for k := range n.references {
		base[baseColumns+k], there[baseColumns+k] = n.reference(k, game)
	}
	if v, ok := n.reference(0, n.game); ok {
		n.next.add(v)
	}
	base[baseNext], there[baseNext] = n.next.above(n.form, last)
	base[baseSum] = n.form.Sum(base[baseColumns], base[baseColumns+1])
	there[baseSum] = there[baseColumns] && there[baseColumns+1]
	if v, ok := n.reference(1, n.game); ok {
		base[baseBehind], there[baseBehind] = n.form.Sum(last, v+n.missed), true
	}
	if grown, ok := n.grown(game); ok && n.rate != 0 && max(n.rate, -n.rate) < 1<<40 {
		base[basePace], there[basePace] = n.form.Sum(last, n.rate*grown>>20), true
	}
	return base, there
}
