// Package series codes the numbers and times of a column of tags, each as the
// difference to the best recent predictor.
package series

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Source is the numbers of a column.
type Source interface {
	// Number returns the number of a game; ok is false if there is none, or it is not
	// known yet.
	Number(game int32) (int64, bool)
}

// Reference is a column and the form of the numbers in it; the zero value is
// none.
type Reference struct {
	From Source
	Form values.NumberForm
}

// Game holds the inputs of a number besides those of other columns.
type Game struct {
	Number int32
	Plies  int
}

// Bases of numbers: the one that predicted best recently is used.
const (
	baseZero      = iota
	baseBefore    // the number before
	basePlies     // the game's half-moves
	baseNext      // the least of the reference's last eight numbers above the previous number, or else the last
	baseReference // the reference's number
	baseSum       // the reference's number plus the added one
	numBases
)

// nexts is the number of the reference's last numbers that baseNext uses.
const nexts = 8

// Choices of the table.
const (
	choiceException = iota
	choiceDifference
)

// Field base is the base in use; change is the class of the last difference, and
// plies is of the game.
var table = contextmix.Declare("tags.numbers",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "exceptions:4", Contexts: "exceptions"},
	contextmix.Choice{
		Name: "the difference to the base", Fields: "base:4 change:11 plies:7",
		Contexts: "base | base change | base plies",
	},
)

// Series codes numbers one after the other.
type Series struct {
	model      *contextmix.Model
	form       values.NumberForm
	reference  Reference
	added      Reference   // such as durations of games
	last       int64       // the number before
	next       lastNumbers // of the reference
	game       int32       // of the number before, -1 for none
	change     int64       // the last difference to a base
	costs      [numBases]uint32
	exceptions uint32 // whether earlier values were exceptions, the newest lowest
}

// New returns a Series of numbers in a form, whose model, for Table, may be freed
// after the last.
func New(m *contextmix.Model, form values.NumberForm, reference, added Reference) *Series {
	return &Series{model: m, form: form, reference: reference, added: added, game: -1}
}

// Table returns the table of the model.
func Table() *contextmix.Table { return table }

// Code codes the number of a game; false for an exception.
func (s *Series) Code(v int64, ok bool, g Game) (int64, bool) {
	exception := s.model.Use(choiceException, s.exceptions&15).Flag(!ok)
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
	s.model.Use(choiceDifference, uint32(used), values.Class(s.change), uint32(min(g.Plies>>3, 127)))
	v = s.form.Sum(b, s.model.Signed(s.form.Difference(v, b)))
	for k := range base {
		digits := uint32(40)
		if there[k] {
			d := s.form.Difference(v, base[k])
			digits = uint32(bits.Len64(uint64(max(d, -d))))
		}
		s.costs[k] += digits<<8 - s.costs[k]>>4
	}
	s.change = s.form.Difference(v, b)
	s.Move(v, g.Number)
	return v, true
}

// Move makes v, of this game, the previous number.
func (s *Series) Move(v int64, game int32) {
	s.last, s.game = v, game
}

// number returns the number of a reference in the form of this column.
func (s *Series) number(r *Reference, game int32) (int64, bool) {
	if r.From == nil || game < 0 {
		return 0, false
	}
	v, ok := r.From.Number(game)
	if !ok {
		return 0, false
	}
	if s.form.Time() && r.Form.Time() {
		return s.form.From(v, r.Form), true
	}
	return v, true
}

// lastNumbers are the last numbers of a column, newest first.
type lastNumbers struct {
	numbers [nexts]int64
	known   int // number of them
}

func (n *lastNumbers) add(v int64) {
	copy(n.numbers[1:], n.numbers[:])
	n.numbers[0] = v
	n.known = min(n.known+1, nexts)
}

// above returns the least number above v, or else the newest; ok is false if there is
// none.
func (n *lastNumbers) above(form values.NumberForm, v int64) (next int64, ok bool) {
	next, least := n.numbers[0], int64(0)
	for _, x := range n.numbers[:n.known] {
		if d := form.Difference(x, v); d > 0 && (least == 0 || d < least) {
			next, least = x, d
		}
	}
	return next, n.known > 0
}

// bases returns the bases for the number of a game, and whether each exists.
func (s *Series) bases(g Game) (base [numBases]int64, there [numBases]bool) {
	last := s.last
	there[baseZero], there[baseBefore], there[basePlies] = true, true, true
	base[baseBefore] = last
	base[basePlies] = int64(g.Plies)
	base[baseReference], there[baseReference] = s.number(&s.reference, g.Number)
	if v, ok := s.number(&s.added, g.Number); ok && there[baseReference] {
		base[baseSum], there[baseSum] = s.form.Sum(base[baseReference], v), true
	}
	if v, ok := s.number(&s.reference, s.game); ok {
		s.next.add(v)
	}
	base[baseNext], there[baseNext] = s.next.above(s.form, last)
	return base, there
}
