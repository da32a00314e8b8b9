// Package codeword turns a few choices with known probabilities into one code
// word of bits and back. The words of all sequences of choices are prefix-free:
// a reader takes the bits of a word and none of those that follow, without
// knowing a length. A word is at most two bits longer than the cost of its
// choices: minus log2 of their probabilities.
//
// # Format
//
// As in package rangecoder, each choice shrinks the interval [0, 1) to its
// part, with 56 bits of the low end and of the width, from 2^48 up:
//
//	 carry      56 bits
//	| . | dddddddd dddddddd ... dddddddd |   low: already written digits left of it
//	    | wwwwwwww wwwwwwww ... wwwwwwww |   width, 2^56 at the start
//
// The word is the shortest string of bits of which all continuations stay
// inside the last interval; of equally short ones the lowest. The reader asks
// for one more bit while the bits so far allow more than one choice, and has
// the whole word once the last choice is sure.
package codeword

const (
	windowBits = 56
	minWidth   = 1 << 48
	lowMask    = 1<<windowBits - 1

	// One is the scale of probabilities: what the frequencies of a choice add
	// up to.
	One = 1 << 16
)

// end returns the place, above low, at which the shortest word of an interval
// lies, and how many of the window's lowest bits it leaves free.
func end(low, width uint64) (above uint64, free uint) {
	for free = windowBits; ; free-- {
		rest := uint64(1)<<free - 1
		above = (low+rest)&^rest - low
		if above+rest < width {
			return above, free
		}
	}
}
