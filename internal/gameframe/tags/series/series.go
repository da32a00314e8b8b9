// Package series codes the numbers and times of a column of tags, each as the
// difference to what predicted best of late. It knows nothing of columns.
//
// Files, from top to bottom: series.go.
package series

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// References is how many columns numbers may depend on.
const References = 3

// Source is the numbers of a column.
type Source interface {
	// Number returns the number of a game; false if there is none, or it is not
	// known yet.
	Number(game int32) (int64, bool)
}

// Reference is a column and the form of the numbers in it; the zero value is
// none.
type Reference struct {
	From Source
	Form valueform.NumberForm
}

// number is Number, also of no source and for no game.
func number(s Source, game int32) (int64, bool) {
	if s == nil || game < 0 {
		return 0, false
	}
	return s.Number(game)
}

// Game is what a number depends on beside those of other columns.
type Game struct {
	Number int32
	Plies  int
}

// Bases are what numbers are the differences to: the one that predicted best of
// late.
const (
	baseZero    = iota
	baseBefore                             // the number before
	basePlies                              // the game's half-moves
	baseNext                               // of the last eight numbers of the first reference the least that is above the number before, else the last
	baseSum                                // the first reference's number and the second's
	baseBehind                             // the number before and the second reference's then, and what the number before was more than that
	baseColumns                            // the references' numbers
	baseHighest = baseColumns + References // of the last eight numbers the one that is most above the number before, else that one
	numBases    = baseHighest + 1
)

// nexts is of how many numbers of the first reference the next is found, and of how many
// of its own the highest.
const nexts = 8

// Choices of the table.
const (
	choiceException = iota
	choiceDifference
)

// Field base says which base is used; baseclass is the class of its number,
// baselow the low bits of it, and so with change, the last difference; pace is
// the class of how large differences are on average. Field plies is of the game, and
// day says how far the day is from the one of the number before.
var table = contextmix.Declare("tags.numbers",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "exceptions:4", Contexts: "exceptions"},
	contextmix.Choice{
		Name: "the difference to the base", Fields: "base:4 changeclass:11 changelow:28 baseclass:11 baselow:28 pace:11 plies:7 day:3",
		Contexts: "base | base changeclass | base changelow | base baseclass | base baselow | base pace | base plies | base day",
	},
)

// lowBits cuts a number to the width of its field.
func lowBits(v int64) uint32 { return uint32(v) & (1<<28 - 1) }

// Series codes numbers one after the other.
type Series struct {
	model      *contextmix.Model
	form       valueform.NumberForm
	references [References]Reference
	days       Source
	last       int64       // the number before
	next       lastNumbers // of the first reference
	own        lastNumbers
	game       int32 // of the number before, -1 for none
	change     int64 // the last difference to a base
	pace       int64 // 16 times how large differences are of late
	costs      [numBases]uint32
	missed     int64  // of the number before, as baseBehind has it
	exceptions uint32 // whether the values before were exceptions, newest lowest
}

// New returns a Series of numbers in a form, whose model, for Table, may be freed
// behind the last. Days are dates of games, nil for none.
func New(m *contextmix.Model, form valueform.NumberForm, references [References]Reference, days Source) *Series {
	return &Series{model: m, form: form, references: references, days: days, game: -1}
}

// Table is what numbers depend on.
func Table() *contextmix.Table { return table }

// Code codes the number of a game; false for an exception.
func (s *Series) Code(v int64, ok bool, g Game) (int64, bool) {
	s.model.Use(choiceException, s.exceptions&15)
	exception := s.model.Flag(!ok)
	s.exceptions <<= 1
	if exception {
		s.exceptions |= 1
		return 0, false
	}
	base, there := s.bases(g)
	used := baseZero
	for k := range base {
		if there[k] && s.costs[k] < s.costs[used] {
			used = k
		}
	}
	b := base[used]
	s.model.Use(choiceDifference, uint32(used), valueform.Class(s.change), lowBits(s.change), valueform.Class(b), lowBits(b), valueform.Class(s.pace>>2),
		uint32(min(g.Plies>>3, 127)), s.dayStep(g.Number))
	v = s.form.Sum(b, s.model.Signed(s.form.Difference(v, b)))
	for k := range base {
		digits := uint32(40)
		if there[k] {
			d := s.form.Difference(v, base[k])
			digits = uint32(bits.Len64(uint64(max(d, -d))))
		}
		s.costs[k] += digits<<8 - s.costs[k]>>4
	}
	if there[baseBehind] {
		s.missed = s.form.Sum(s.missed, s.form.Difference(v, base[baseBehind]))
	}
	s.change = s.form.Difference(v, b)
	s.pace += min(max(s.change, -s.change), 1<<20) - s.pace>>4
	s.Move(v, g.Number)
	return v, true
}

// Move makes v, of this game, the number before.
func (s *Series) Move(v int64, game int32) {
	s.last, s.game = v, game
	s.own.add(v)
}

// reference returns the number of a reference as this column has it.
func (s *Series) reference(k int, game int32) (int64, bool) {
	r := &s.references[k]
	v, ok := number(r.From, game)
	if !ok {
		return 0, false
	}
	if s.form.Time() && r.Form.Time() {
		return s.form.From(v, r.Form), true
	}
	return v, true
}

// dayStep says how far the date of a game is from that of the number before: 0
// not known, 1 the same, 2 the next, 3 the day before, 4 later, 5 sooner.
func (s *Series) dayStep(game int32) uint32 {
	now, ok := number(s.days, game)
	before, known := number(s.days, s.game)
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

// lastNumbers are the last numbers of a column, newest first.
type lastNumbers struct {
	numbers [nexts]int64
	known   int // how many there are
}

func (n *lastNumbers) add(v int64) {
	copy(n.numbers[1:], n.numbers[:])
	n.numbers[0] = v
	n.known = min(n.known+1, nexts)
}

// above returns the least number above v, else the newest; false if there is none.
func (n *lastNumbers) above(form valueform.NumberForm, v int64) (next int64, ok bool) {
	next, least := n.numbers[0], int64(0)
	for _, x := range n.numbers[:n.known] {
		if d := form.Difference(x, v); d > 0 && (least == 0 || d < least) {
			next, least = x, d
		}
	}
	return next, n.known > 0
}

// highest returns the number that is most above the newest, else that one; false if there
// is none.
func (n *lastNumbers) highest(form valueform.NumberForm) (highest int64, ok bool) {
	highest, most := n.numbers[0], int64(0)
	for _, x := range n.numbers[:n.known] {
		if d := form.Difference(x, n.numbers[0]); d > most {
			highest, most = x, d
		}
	}
	return highest, n.known > 0
}

// bases returns the bases for the number of a game, and which there are.
func (s *Series) bases(g Game) (base [numBases]int64, there [numBases]bool) {
	last := s.last
	there[baseZero], there[baseBefore], there[basePlies] = true, true, true
	base[baseBefore] = last
	base[basePlies] = int64(g.Plies)
	for k := range s.references {
		base[baseColumns+k], there[baseColumns+k] = s.reference(k, g.Number)
	}
	if v, ok := s.reference(0, s.game); ok {
		s.next.add(v)
	}
	base[baseNext], there[baseNext] = s.next.above(s.form, last)
	base[baseHighest], there[baseHighest] = s.own.highest(s.form)
	base[baseSum] = s.form.Sum(base[baseColumns], base[baseColumns+1])
	there[baseSum] = there[baseColumns] && there[baseColumns+1]
	if v, ok := s.reference(1, s.game); ok {
		base[baseBehind], there[baseBehind] = s.form.Sum(last, v+s.missed), true
	}
	return base, there
}
