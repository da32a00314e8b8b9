package dictionary

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Names of players are coded by age, which is how long ago they came last, counted in
// values: a player who has just played often plays again. First comes the class of
// the age, where new names are a class; then the value within the class. Values with
// the same count are equally likely; the probabilities of counts are learned.

// ages records when values came last. A nil ages records nothing.
type ages struct {
	coder *contextmix.Coder
	model *contextmix.Model
	turns []int32   // the numbers of all values, in their order
	last  []int32   // for each number, 1 + its last turn
	uses  []uint8   // for each number, its count
	found [2]uint32 // how the last value of each side was coded
	rates [ageGroups][useClasses]rate
}

// rate counts how often values were chosen, and how often they were candidates.
type rate struct{ hits, chances uint32 }

const (
	// ageDigits is the number of binary digits of an age class; eight classes share
	// rates.
	ageDigits = 5
	ageGroups = 4
	ageGroup  = 3
	// useClasses is the number of classes of counts: one for each doubling.
	useClasses = 8
	mostUses   = 1<<useClasses - 1

	// classNew is the class of new values; foundExpected is recorded for the expected
	// one.
	classNew      = 0
	foundExpected = 1 << ageDigits

	// The initial rate.
	firstHits    = 1
	firstChances = 10
	// meanWeight is the weight of values of average rate, mostWeight the greatest
	// weight, and mostAged the most values considered: together they weigh less than
	// 2^16.
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

// ageClass returns the class of an age, from 1 on: class 1, then two classes for each
// doubling.
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

// note records how a value of a side was coded.
func (a *ages) note(side int, how uint32) {
	if a != nil {
		a.found[side] = how
	}
}

// pass records the next value.
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

// useClass returns the class of a value's count.
func (a *ages) useClass(number int) int { return bits.Len8(a.uses[number]) - 1 }

// each calls visit for the values of a class of ages, except the value but, the
// newest first, until visit returns false.
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

// weights returns the relative weights of values of a group of ages, by their use
// class.
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

// code codes the number of a value other than but; a new one has the number after the
// last.
func (a *ages) code(side, number, but int) (int, error) {
	class := classNew
	if a.coder.Writing() && number < len(a.last) {
		class = ageClass(len(a.turns) + 1 - int(a.last[number]))
	}
	class = a.model.Use(choiceAge, uint32(side), a.found[side], a.found[1-side]).Index(class, ageDigits)
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
