// Package softmax turns scores, which are logarithms of probabilities, into
// frequencies for a range coder, in integers only.
package softmax

import "math/bits"

// One is the sum of the frequencies of a choice.
const One = 1 << 16

// Table holds exp(-d/unit) in units of 2^-24 for d = 0, 1, ..., up to 14 units.
type Table []uint32

// NewTable returns the Table for scores with unit steps in a natural logarithm;
// factor is exp(-1/unit) in units of 2^-64.
func NewTable(unit int, factor uint64) Table {
	t := make(Table, 14*unit)
	c := uint64(1) << 63
	for d := range t {
		t[d] = uint32(c >> 39)
		c, _ = bits.Mul64(c, factor)
	}
	return t
}

// Frequencies fills freq with the frequencies of scores: at least 1 each, One in
// total. There must be 1 to 4096 scores, and at least as many frequencies.
func (t Table) Frequencies(freq []uint32, score []int32) {
	freq = freq[:len(score)]
	top, first := score[0], 0
	for i, s := range score {
		if s > top {
			top, first = s, i
		}
	}
	var sum uint64
	for i, s := range score {
		e := t.Chance(top - s)
		freq[i] = e
		sum += uint64(e)
	}
	Share(freq, sum, first)
}

// Chance returns exp(-d/unit) in units of 2^-24, d from 0 on.
func (t Table) Chance(d int32) uint32 {
	if int(d) < len(t) {
		return t[d]
	}
	return 0
}

// Share turns chances of Chance into frequencies: at least 1 each, One in total. Sum
// is the sum of the chances, and first the index of the first best one.
func Share(freq []uint32, sum uint64, first int) {
	// Each gets one part and its share of the rest, rounded down; the best also gets
	// the remainder. The sum is at least the best's 2^24.
	share := uint64(One-len(freq)) << 40 / sum
	left := uint32(One)
	for i, e := range freq {
		f := 1 + uint32(uint64(e)*share>>40)
		freq[i] = f
		left -= f
	}
	freq[first] += left
}
