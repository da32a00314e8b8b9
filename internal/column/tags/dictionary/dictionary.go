// Package dictionary numbers the values of tags by first appearance, and codes each
// by the other tags of its game.
//
// # Format
//
// For each value: whether it is the expected one, which came last with the same value
// of the first reference; if not, whether it is new; if not, its number, in as many
// digits as the column has. Names of players may be coded by age in place of the
// number. Known values have the first numbers. A new value is spelled out; a player's
// name may be coded by its place in the table of package names.
package dictionary

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// References is the number of other values that a value depends on.
const References = 3

// MaxDigits bounds the digits of a number.
const MaxDigits = 24

// maxCount limits the learning of the model of values.
const maxCount = 200

// Options are the settings of a Dictionary.
type Options struct {
	Room  *contextmix.Memory
	Coder *contextmix.Coder
	// Digits is the number of binary digits of numbers, at most MaxDigits; 0 means
	// that values are coded by age, and Known must be empty.
	Digits int
	// Values is the number of values to be coded.
	Values int
	// Known are the values with the first numbers.
	Known [][]byte
	// Guesses are, for each value of the first reference, the number of the value
	// expected with it at first, or -1.
	Guesses []int32
}

// Dictionary codes values, one after the other.
type Dictionary struct {
	room    *contextmix.Memory
	coder   *contextmix.Coder
	model   *contextmix.Model
	speller *speller
	names   *names // of new values, nil if they are not names of players
	sides   [2]side
	shared  bool // whether both sides expect the last value of either
	digits  int
	ages    *ages // nil for values that are coded by digits
	texts   [][]byte
}

// side is the state of one of the columns that share a Dictionary.
type side struct {
	last     []int32 // for each value of the first reference + 1, the number + 1 of the last value
	previous int     // the previous value
	misses   uint32  // whether earlier values were not the expected ones, the newest lowest
	fresh    uint32  // whether earlier values were new
}

// New returns a Dictionary whose new values are spelled.
func New(o Options) *Dictionary {
	d := &Dictionary{room: o.Room, coder: o.Coder, digits: o.Digits, texts: append([][]byte(nil), o.Known...)}
	for i := range d.sides {
		d.sides[i].previous = -1
	}
	if o.Guesses != nil {
		s := &d.sides[0]
		s.last = make([]int32, 1+len(o.Guesses))
		for i, n := range o.Guesses {
			s.last[1+i] = n + 1
		}
	}
	d.model = o.Room.New(o.Coder, valueTable, ModelSize(o.Values*(o.Digits+2)*6), maxCount)
	d.speller = newSpeller(o.Room, o.Coder, ModelSize(o.Values*100))
	if o.Digits == 0 {
		d.ages = newAges(o.Coder, d.model)
	}
	return d
}

// NewPlayers returns a Dictionary whose new values are the names of players of
// some games.
func NewPlayers(o Options, games int) *Dictionary {
	d := New(o)
	if games <= fewGames {
		d.speller = newNameSpeller(o.Room, o.Coder)
	}
	d.names = &names{coder: d.coder, model: d.model, speller: d.speller}
	return d
}

// NewShared returns a Dictionary of two columns that expect the last value of either.
func NewShared(o Options) *Dictionary {
	d := New(o)
	d.shared = true
	return d
}

// Free returns the memory of the models.
func (d *Dictionary) Free() {
	d.room.Free(d.model)
	d.room.Free(d.speller.model)
}

// ModelSize returns the size of a model for about n bits and contexts.
func ModelSize(n int) uint { return uint(min(max(bits.Len(uint(n)), 10), 18)) }

// Value is a value to be coded. The writer gives its number and, for a new one,
// its text.
type Value struct {
	// Side is 1 for the second of two columns that share the Dictionary.
	Side int
	// References are the numbers of the values that this one depends on, from 0; or
	// -1.
	References [References]int
	Number     int
	Text       []byte
}

// Text returns the value of a number.
func (d *Dictionary) Text(number int) []byte { return d.texts[number] }

// Code codes a value and returns its number; a new text has at most limit bytes.
func (d *Dictionary) Code(v *Value, limit int) (number int, err error) {
	s := &d.sides[v.Side]
	expects := s
	if d.shared {
		expects = &d.sides[0]
	}
	if number = expects.expected(v.References[0]); d.ages != nil && v.Side == 0 {
		number = -1 // White is coded only by age
	}
	c := newContext(s, v, number)
	switch {
	case number >= 0 && d.isExpected(s, &c, v.Number == number):
		s.fresh <<= 1
		d.ages.note(v.Side, foundExpected)
	case d.ages != nil:
		if number, err = d.ages.code(v.Side, v.Number, number); err == nil && number == len(d.texts) {
			number, err = d.add(v.Text, limit)
		}
	case d.isNew(s, &c, v.Number >= len(d.texts)):
		number, err = d.add(v.Text, limit)
	default:
		number, err = d.old(&c, v.Number)
	}
	if err != nil {
		return 0, err
	}
	d.ages.pass(number)
	expects.expect(v.References[0], number)
	s.previous = number
	return number, nil
}

// context holds the fields of the choices for a value.
type context struct{ first, second, third, previous, expected uint32 }

func newContext(s *side, v *Value, expected int) context {
	r := &v.References
	second := r[1]
	if v.Side != 0 {
		second = v.Side
	}
	return context{field(r[0]), field(second), field(r[2]), field(s.previous), field(expected)}
}

// field returns a number + 1 in 16 bits.
func field(number int) uint32 { return uint32(uint16(number + 1)) }

// isExpected codes whether the value is the expected one.
func (d *Dictionary) isExpected(s *side, c *context, is bool) bool {
	is = d.model.Use(choiceExpected, s.misses&15, c.first, c.second, c.third, c.expected).Flag(is)
	s.misses <<= 1
	if !is {
		s.misses |= 1
	}
	return is
}

// isNew codes whether the value is new, once it is not the expected one.
func (d *Dictionary) isNew(s *side, c *context, is bool) bool {
	if c.expected != 0 {
		d.model.Use(choiceNewAgain, s.fresh&255)
	} else {
		d.model.Use(choiceNewFirst, s.fresh&255)
	}
	is = d.model.Flag(is)
	s.fresh <<= 1
	if is {
		s.fresh |= 1
	}
	return is
}

// add codes the text of a new value and gives it a number.
func (d *Dictionary) add(text []byte, limit int) (number int, err error) {
	if d.names != nil {
		text, err = d.names.code(text, limit)
	} else {
		text, err = d.speller.code(text, limit)
	}
	d.texts = append(d.texts, text)
	return len(d.texts) - 1, err
}

// old codes the number of a value that has one.
func (d *Dictionary) old(c *context, number int) (int, error) {
	number = d.model.Use(choiceNumber, c.first, c.second, c.third, c.previous).Index(number, d.digits)
	if number >= len(d.texts) {
		return 0, corrupt.Newf("value %d is not among the %d of the dictionary", number, len(d.texts))
	}
	return number, nil
}

// expected returns the number of the last value with a value of the first reference,
// or -1.
func (s *side) expected(first int) int {
	if first+1 >= len(s.last) {
		return -1
	}
	return int(s.last[first+1]) - 1
}

func (s *side) expect(first, number int) {
	for len(s.last) <= first+1 {
		s.last = append(s.last, 0)
	}
	s.last[first+1] = int32(number) + 1
}
