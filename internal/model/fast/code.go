package fast

import "math/bits"

// Contexts is the number of static codes. A position's code depends on its number of
// legal moves and on the distribution of the scores:
//
//	(class of the number of moves x 20 + spread) x 6 + gap
const Contexts = classes * spreads * gaps

const (
	classes = 5  // 2, 3, 4-7, 8-15, 16 and more moves
	spreads = 20 // quarters of a doubling of the sum of the chances, where the best has 1
	gaps    = 6  // difference between the best score and the second
)

// classSymbols is the number of symbols of the codes of each class.
var classSymbols = [classes]int{2, 3, 7, 15, Symbols}

// Symbols is the number of symbols of the largest codes: the places 0 to 62 in
// the order of likelihood, and 63 for a later one.
const Symbols = 64

// MaxLen is the length of the longest code word.
const MaxLen = 15

// SymbolsOf returns the number of symbols of the code of a context.
func SymbolsOf(context int) int { return classSymbols[context/(spreads*gaps)] }

// chances holds exp(-d/16) in units of 2^-20 for the difference d of a score
// from the best.
var chances = func() (t [256]uint32) {
	c := uint64(1 << 20)
	for d := range t {
		t[d] = uint32(c)
		c = c * 61565 >> 16 // exp(-1/16)
	}
	return t
}()

// context returns the number of the code for n moves, at least 2, with the
// given sum of chances and gap between the two best scores.
func context(n int, sum uint32, gap int) int {
	class := 4
	switch {
	case n < 4:
		class = n - 2
	case n < 8:
		class = 2
	case n < 16:
		class = 3
	}
	// Four steps to a doubling, from one.
	top := bits.Len32(sum) - 1 // at least 20
	steps := min((top-20)<<2|int(sum>>(top-2)&3), spreads-1)
	g := 0
	for g < gaps-1 && gap >= gapLimits[g] {
		g++
	}
	return (class*spreads+steps)*gaps + g
}

// gapLimits are where the next class of gaps begins.
var gapLimits = [gaps - 1]int{3, 8, 14, 22, 32}

// The codes are canonical, with words in the order of places, so the number of words
// of each length determines them:
//
//	| number of words of 1 bit | 2 bits | ... | 15 bits | 0 |     for each context

// later is the symbol of all places from later on; laterBits more bits hold the
// difference.
const (
	later     = Symbols - 1
	laterBits = 12
)

// Code returns the bits of a place among the legal moves, and their number, at most 32.
func Code(context, place int) (word uint64, n uint8) {
	word, n = Word(context, min(place, later))
	if place >= later {
		word, n = word<<laterBits|uint64(place-later), n+laterBits
	}
	return word, n
}

// Place returns the place whose bits are at the top of peek, and their number.
func Place(context int, peek uint64) (place int, n uint8) {
	place, n = Symbol(context, peek)
	if place == later {
		place += int(peek << n >> (64 - laterBits))
		n += laterBits
	}
	return place, n
}

// Word returns the code word of a symbol and its length in bits; n is 0 if
// the symbol has no word.
func Word(context, symbol int) (word uint64, n uint8) {
	counts := table[codesAt+context*16:][:16]
	left, first := symbol, 0
	for n = 1; n <= MaxLen; n++ {
		c := int(counts[n-1])
		if left < c {
			return uint64(first + left), n
		}
		left -= c
		first = (first + c) << 1
	}
	return 0, 0
}

// Symbol returns the symbol whose word is at the top of peek, and the length of the
// word. Codes are complete, so there is always one.
func Symbol(context int, peek uint64) (symbol int, n uint8) {
	counts := table[codesAt+context*16:][:16]
	first, before := 0, 0
	for n = 1; n <= MaxLen; n++ {
		c := int(counts[n-1])
		if d := int(peek>>(64-n)) - first; d < c {
			return before + d, n
		}
		before += c
		first = (first + c) << 1
	}
	return 0, MaxLen // only for an incomplete code, which no table has
}
