// Package rangecoder turns choices with known probabilities into bytes and back, at a
// cost of minus log2 of the probability plus less than 0.1 %.
//
// # Format
//
// The bytes are the digits, to the base 256, of a fraction inside an interval. The
// interval starts as [0, 1) and shrinks with each choice to the part of that choice.
// It is stored as 56 bits of its low end and 56 bits of its width:
//
//	 carry      56 bits
//	| . | dddddddd dddddddd ... dddddddd |   low: already written digits left of it
//	    | wwwwwwww wwwwwwww ... wwwwwwww |   width, at least 2^48 before a choice
//
// A choice has a probability in 1/65536. While the width is below 2^48, the top digit
// of low is written and both move up by 8 bits; a carry out of low goes back into the
// digits already written. The end writes the fewest digits, at most 7, that are
// inside the interval if zeros follow. The reader takes missing digits as zero, and
// fails if it needs more than 7 of them.
//
// Bit, Tree and Number are adaptive models: they learn the probabilities from
// what they have coded, with integers only, the same on both sides. Their zero
// values are ready to use.
package rangecoder

import "math/bits"

const (
	widthBits = 56
	minWidth  = 1 << 48
	lowMask   = 1<<widthBits - 1

	// One is the scale of probabilities: a choice that is certain.
	One = 1 << 16
)

// Encoder writes choices. The zero Encoder is not ready: use NewEncoder.
type Encoder struct {
	low, width uint64
	out        []byte
	start      int
}

// NewEncoder returns an Encoder that appends to dst.
func NewEncoder(dst []byte) *Encoder {
	return &Encoder{width: lowMask, out: dst, start: len(dst)}
}

// Len returns the approximate number of bytes written so far, within 7.
func (e *Encoder) Len() int { return len(e.out) - e.start }

// Cost returns the approximate number of bits written, in 1/16.
func (e *Encoder) Cost() int {
	n := bits.Len64(e.width) // 49 at least
	below := int(e.width >> (n - 5) & 15)
	return 16*(8*e.Len()+widthBits+1-n) - below
}

// Bit codes b, 0 or 1, where one is the probability that b is 1, in 1/65536, from 1
// to 65535.
func (e *Encoder) Bit(b int, one uint32) {
	w := e.width >> 16 * uint64(one)
	if b != 0 {
		e.width = w
	} else {
		e.add(w)
		e.width -= w
	}
	e.normalize()
}

// Symbol codes a choice with freq of 65536 parts, after cum parts of others; freq is
// at least 1 and cum + freq at most 65536.
func (e *Encoder) Symbol(cum, freq uint32) {
	r := e.width >> 16
	below := r * uint64(cum)
	e.add(below)
	if cum+freq == One {
		e.width -= below
	} else {
		e.width = r * uint64(freq)
	}
	e.normalize()
}

// Raw codes the n low bits of v, all values equally likely, n <= 16.
func (e *Encoder) Raw(v uint32, n uint) {
	if n > 0 {
		e.Symbol(v&(1<<n-1)<<(16-n), 1<<(16-n))
	}
}

func (e *Encoder) add(v uint64) {
	e.low += v
	if e.low > lowMask {
		e.low &= lowMask
		e.carry()
	}
}

// carry adds one to the digits written. They are never all 255, since the fraction is
// below 1.
func (e *Encoder) carry() {
	for i := len(e.out) - 1; i >= e.start; i-- {
		e.out[i]++
		if e.out[i] != 0 {
			return
		}
	}
}

func (e *Encoder) normalize() {
	for e.width < minWidth {
		e.out = append(e.out, byte(e.low>>(widthBits-8)))
		e.low = e.low << 8 & lowMask
		e.width <<= 8
	}
}

// Finish writes the last digits and returns the extended slice. The Encoder
// must not be used again.
func (e *Encoder) Finish() []byte {
	for n := uint(0); n <= widthBits/8; n++ {
		rest := uint64(1)<<(widthBits-8*n) - 1
		v := (e.low + rest) &^ rest
		// With the zeros that the reader assumes, v must be inside the interval.
		if v-e.low >= e.width {
			continue
		}
		if v > lowMask {
			v &= lowMask
			e.carry()
		}
		for ; n > 0; n-- {
			e.out = append(e.out, byte(v>>(widthBits-8)))
			v <<= 8
		}
		break
	}
	return e.out
}
