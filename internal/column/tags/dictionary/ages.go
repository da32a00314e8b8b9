package dictionary

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Names of players are found by how long ago they came last, counted in values: who has
// just played plays on, or again when the game is over. First comes the class of the
// age, of which new names are one; then which of the values of that class it is. Those
// that came as often are equally likely, and how likely they are beside others is learned.

// ages knows when values came last. A nil ages knows nothing and notes nothing.
type ages struct {
	coder *contextmix.Coder
	model *contextmix.Model
	turns []int32   // the numbers of all values, in their order
	last  []int32   // for each number, 1 + the turn at which it came last
	uses  []uint8   // and how often it came
	found [2]uint32 // how the last value of each side was found
	rates [ageGroups][useClasses]rate
}

// rate is how often values were the one, and how often they might have been.
type rate struct{ hits, chances uint32 }

const (
	// ageDigits are those of the number of a class of ages; eight classes share rates.
	ageDigits = 5
	ageGroups = 4
	ageGroup  = 3
	// useClasses are classes of how often values came: one for each doubling.
	useClasses = 8
	mostUses   = 1<<useClasses - 1

	// classNew is the class of new values, foundExpected what the expected one is noted as.
	classNew      = 0
	foundExpected = 1 << ageDigits

	// The rates of values that have not been looked at.
	firstHits    = 1
	firstChances = 10
	// meanWeight is the weight of values that come as often as all, mostWeight the most,
	// and mostAged how many values are looked at: together they weigh less than 2^16.
	meanWeight = 4
	mostWeight = 15
	mostAged   = 1 << 12
)

func newAges(c *contextmix.Coder, m *contextmix.Model) *ages {
	a := &ages{coder: c, model: m}
	for g := range a.rates {
		for u := range a.rates[g] {
			a.rates[g][u] = rate{firstHits, firstChances}
		}
	}
	return a
}

// ageClass returns the class of an age, from 1 on: 1, and then two for each doubling.
func ageClass(age int) int {
	n := bits.Len(uint(age)) - 1
	if n == 0 {
		return 1
	}
	return min(n<<1|age<<1>>n&1, 1<<ageDigits-1)
}

// agesOf returns the least age of a class, and the least that is too large for it.
func agesOf(class int) (from, to int) {
	at := func(class int) int { return (2 + class&1) << (class >> 1) >> 1 }
	if class == 1<<ageDigits-1 {
		return at(class), 1 << 30
	}
	return at(class), at(class + 1)
}

// note notes how a value of a side was found.
func (a *ages) note(side int, how uint32) {
	if a != nil {
		a.found[side] = how
	}
}

// pass notes the next value.
func (a *ages) pass(number int) {
	if a == nil {
		return
	}
	for number >= len(a.last) {
		a.last, a.uses = append(a.last, 0), append(a.uses, 0)
	}
	a.turns = append(a.turns, int32(number))
	a.last[number] = int32(len(a.turns))
	if a.uses[number] < mostUses {
		a.uses[number]++
	}
}

// useClass returns the class of how often a value came.
func (a *ages) useClass(number int) int { return bits.Len8(a.uses[number]) - 1 }

// each calls visit for the values of a class of ages but one, the newest first, until
// visit returns false.
func (a *ages) each(class, but int, visit func(number int) bool) {
	from, to := agesOf(class)
	now, left := len(a.turns), mostAged
	for turn := now - from; turn >= 0 && turn > now-to && left > 0; turn-- {
		number := int(a.turns[turn])
		if int(a.last[number]) != turn+1 || number == but {
			continue
		}
		if left--; !visit(number) {
			return
		}
	}
}

// weights returns how likely values of a group of ages are beside one another, by how
// often they came.
func (a *ages) weights(group int) (weights [useClasses]uint32) {
	var all rate
	for _, r := range a.rates[group] {
		all.hits += r.hits
		all.chances += r.chances
	}
	for u, r := range a.rates[group] {
		w := meanWeight * uint64(r.hits) * uint64(all.chances) / (uint64(r.chances) * uint64(all.hits))
		weights[u] = uint32(min(max(w, 1), mostWeight))
	}
	return weights
}

// code codes the number of a value, which is none but the one given: that behind the
// last for a new one.
func (a *ages) code(side, number, but int) (int, error) {
	class := classNew
	if a.coder.Writing() && number < len(a.last) {
		class = ageClass(len(a.turns) + 1 - int(a.last[number]))
	}
	a.model.Use(choiceAge, uint32(side), a.found[side], a.found[1-side])
	class = a.model.Index(class, ageDigits)
	a.note(side, uint32(class))
	if class == classNew {
		return len(a.last), nil
	}
	group := class >> ageGroup
	weights := a.weights(group)
	all, below := uint32(0), uint32(0)
	a.each(class, but, func(n int) bool {
		if n == number {
			below = all
		}
		all += weights[a.useClass(n)]
		a.rates[group][a.useClass(n)].chances++
		return true
	})
	if all == 0 {
		return 0, corrupt.Newf("no value came as long ago as class %d says", class)
	}
	if !a.coder.Writing() {
		at, end := a.coder.Place(all), uint32(0)
		a.each(class, but, func(n int) bool {
			number, below = n, end
			end += weights[a.useClass(n)]
			return end <= at
		})
	}
	use := a.useClass(number)
	a.coder.Part(below, below+weights[use], all)
	a.rates[group][use].hits++
	return number, nil
}
