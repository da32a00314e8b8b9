package basen

import "math/bits"

// wide is an integer of 256 bits, the lowest limb first.
type wide [4]uint64

// mulAdd sets x to x*m + a modulo 2^256.
func (x *wide) mulAdd(m, a uint64) {
	for i, l := range x {
		hi, lo := bits.Mul64(l, m)
		var carry uint64
		x[i], carry = bits.Add64(lo, a, 0)
		a = hi + carry
	}
}

// divMod sets x to x/m and returns the remainder; m must not be 0.
func (x *wide) divMod(m uint64) (rem uint64) {
	for i := 3; i >= 0; i-- {
		x[i], rem = bits.Div64(rem, x[i], m)
	}
	return rem
}

// radix holds a radix for one rank of squares and its powers.
type radix struct {
	one, two, four, eight uint64
	// To divide by one or two, multiply by the inverse and shift right by 11 or 24.
	// This is exact for all numbers that occur, as a test shows.
	inverseOne, inverseTwo uint64
}

var (
	radix11 = radix{11, 11 * 11, 11 * 11 * 11 * 11, 11 * 11 * 11 * 11 * 11 * 11 * 11 * 11, 187, 138655}
	radix13 = radix{13, 13 * 13, 13 * 13 * 13 * 13, 13 * 13 * 13 * 13 * 13 * 13 * 13 * 13, 158, 99274}
)

// Every other lane of 4, 8 and 16 bits.
const (
	lanes4  = 0x0f0f0f0f0f0f0f0f
	lanes8  = 0x00ff00ff00ff00ff
	lanes16 = 0x0000ffff0000ffff
)

// fold takes two ranks of eight nibbles, each a digit below the radix, and
// returns two numbers of eight digits, one in each half of the word. It joins
// neighbours three times, all lanes at once; no lane overflows, since the
// radix is at most 13.
func (r *radix) fold(w uint64) uint64 {
	w = w>>4&lanes4*r.one + w&lanes4
	w = w>>8&lanes8*r.two + w&lanes8
	return w>>16&lanes16*r.four + w&lanes16
}

// unfold is the inverse of fold.
func (r *radix) unfold(w uint64) uint64 {
	hi, lo := w>>32, w&0xffffffff
	hi4, lo4 := hi/r.four, lo/r.four
	// Four numbers of four digits, in two words with lanes of 32 bits.
	a, b := hi4<<32|lo4, (hi-hi4*r.four)<<32|(lo-lo4*r.four)
	a2 := a * r.inverseTwo >> 24 & (0xff<<32 | 0xff)
	b2 := b * r.inverseTwo >> 24 & (0xff<<32 | 0xff)
	// Eight numbers of two digits: the bytes of one word.
	w = a2<<24 | (a-a2*r.two)<<16 | b2<<8 | (b - b2*r.two)
	even, odd := w&lanes8, w>>8&lanes8
	e1 := even * r.inverseOne >> 11 & 0x000f000f000f000f
	o1 := odd * r.inverseOne >> 11 & 0x000f000f000f000f
	return o1<<12 | (odd-o1*r.one)<<8 | e1<<4 | (even - e1*r.one)
}
