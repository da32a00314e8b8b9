package rangecoder

import "math/bits"

// MaxNumber is the largest value a Number codes.
const MaxNumber = 1<<31 - 2

// Number is an adaptive choice among the integers from 0 to MaxNumber. With v + 1
// written in binary, the number of its digits is coded by a unary chain of adaptive
// bits, the two digits below the leading one by adaptive bits that depend on the
// length, and the others without a model:
//
//	v + 1 =  1 m m r r r r      length 7
//
// so that small or recurring values become cheap.
type Number struct {
	length   [31]Bit
	mantissa [31][4]Bit
}

// Encode codes v, 0 to MaxNumber.
func (m *Number) Encode(e *Encoder, v int) {
	x := uint32(v) + 1
	n := bits.Len32(x) // 1 to 31
	for i := 1; i < n; i++ {
		m.length[i-1].Encode(e, 1)
	}
	if n < 31 {
		m.length[n-1].Encode(e, 0)
	}
	below := n - 1
	at := 1
	for i := 0; i < 2 && below > 0; i++ {
		below--
		b := int(x >> below & 1)
		m.mantissa[n-1][at&3].Encode(e, b)
		at = at<<1 | b
	}
	for below > 0 {
		k := min(below, 16)
		below -= k
		e.Raw(x>>below, uint(k))
	}
}

// Decode reads a value.
func (m *Number) Decode(d *Decoder) int {
	n := 1
	for n < 31 && m.length[n-1].Decode(d) != 0 {
		n++
	}
	x := uint32(1)
	below := n - 1
	at := 1
	for i := 0; i < 2 && below > 0; i++ {
		below--
		b := m.mantissa[n-1][at&3].Decode(d)
		at = at<<1 | b
		x = x<<1 | uint32(b)
	}
	for below > 0 {
		k := min(below, 16)
		below -= k
		x = x<<k | d.Raw(uint(k))
	}
	return int(x - 1)
}
