// Package codeword turns a few choices with known probabilities into one code word of
// bits and back. The words of all sequences of choices are prefix-free: a reader
// reads exactly the bits of a word, without knowing its length. A word is at most two
// bits longer than the cost of its choices: minus log2 of their probabilities.
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
// The word is the lowest of the shortest bit strings whose continuations all stay
// inside the last interval. The reader reads one more bit while the bits so far allow
// more than one choice, and has the whole word once the last choice is certain.
package codeword

const (
	windowBits = 56
	minWidth   = 1 << 48
	lowMask    = 1<<windowBits - 1

	// One is the scale of probabilities, the sum of the frequencies of a choice.
	One = 1 << 16
)

// end returns the distance above low of the shortest word of an interval, and the
// number of the window's lowest bits that it leaves free.
func end(low, width uint64) (above uint64, free uint) {
	for free = windowBits; ; free-- {
		rest := uint64(1)<<free - 1
		above = (low+rest)&^rest - low
		if above+rest < width {
			return above, free
		}
	}
}
