package basen

import (
	"fmt"
	"math/bits"

	"github.com/chesszip/chesszip/board"
)

// Limits of one mixed-radix integer. To remove a digit takes one pass over the rest
// of the integer, so an unlimited one would take time quadratic in its length. A
// longer sequence is cut into several integers.
const (
	// MaxMixedDigits is the most digits of one integer.
	MaxMixedDigits = 4096
	// MaxMixedBytes is the most bytes of one integer: 2 for each digit.
	MaxMixedBytes = 2 * MaxMixedDigits
)

// AppendMixed appends one integer that holds all digits, each with its own
// radix, the first digit lowest:
//
//	value = d0 + r0*(d1 + r1*(d2 + r2*( ... )))
//
//	| low byte | ... | high byte, never 0 |      value 0: no bytes at all
//
// It takes the fewest bytes that hold the value: a digit of radix 1 takes nothing,
// and a sequence takes the logarithm of the product of its radices. The length is not
// stored: the caller keeps it.
//
// It fails if the slices differ in length, hold more than MaxMixedDigits, or
// a digit is not below its radix.
func AppendMixed(dst []byte, digits, radices []uint16) ([]byte, error) {
	if len(digits) != len(radices) {
		return dst, fmt.Errorf("basen: %d digits with %d radices", len(digits), len(radices))
	}
	if len(digits) > MaxMixedDigits {
		return dst, fmt.Errorf("basen: %d digits, want at most %d", len(digits), MaxMixedDigits)
	}
	// Games of up to about 150 plies stay within the array.
	var room [16]uint64
	limbs := room[:0]
	// The last digit goes in first. Digits are gathered while the product of their
	// radices fits a word, so that the long integer is multiplied only once for about
	// a dozen plies.
	for i := len(digits); i > 0; {
		var value, product uint64 = 0, 1
		for i > 0 {
			d, r := uint64(digits[i-1]), uint64(radices[i-1])
			if d >= r {
				return dst, fmt.Errorf("basen: digit %d is %d, want below its radix %d", i-1, d, r)
			}
			hi, lo := bits.Mul64(product, r)
			if hi != 0 {
				break
			}
			value, product = value*r+d, lo
			i--
		}
		limbs = mulAdd(limbs, product, value)
	}
	for i, l := range limbs {
		n := 8
		if i == len(limbs)-1 {
			n = (bits.Len64(l) + 7) / 8
		}
		for range n {
			dst = append(dst, byte(l))
			l >>= 8
		}
	}
	return dst, nil
}

// mulAdd returns x*m + a, little-endian limbs without a zero one on top.
func mulAdd(x []uint64, m, a uint64) []uint64 {
	carry := a
	for i, l := range x {
		hi, lo := bits.Mul64(l, m)
		var c uint64
		x[i], c = bits.Add64(lo, carry, 0)
		// hi is at most 2^64 - 2, so the carry never overflows.
		carry = hi + c
	}
	if carry != 0 {
		x = append(x, carry)
	}
	return x
}

// Mixed reads the digits of an integer of AppendMixed, in their original order. A
// radix may depend on the digits before it. The zero Mixed is the integer 0. A Mixed
// can be reused after Reset.
type Mixed struct {
	limbs []uint64 // little-endian, no zero limb on top
	taken int
}

// Reset makes m read the digits of src, the bytes of one integer. It fails with
// board.ErrCorrupt if src is longer than MaxMixedBytes or ends in a zero byte, which would
// be a second way to write the same value.
func (m *Mixed) Reset(src []byte) error {
	m.limbs, m.taken = m.limbs[:0], 0
	if len(src) > MaxMixedBytes {
		return &board.CorruptError{Msg: fmt.Sprintf("integer of %d bytes, want at most %d", len(src), MaxMixedBytes)}
	}
	if n := len(src); n > 0 && src[n-1] == 0 {
		return &board.CorruptError{Bit: 8 * (n - 1), Msg: "integer with a zero byte on top"}
	}
	for len(src) > 0 {
		var l uint64
		n := min(len(src), 8)
		for i := n - 1; i >= 0; i-- {
			l = l<<8 | uint64(src[i])
		}
		m.limbs, src = append(m.limbs, l), src[n:]
	}
	return nil
}

// Next removes and returns the lowest digit, which was written with the given radix.
// It fails for radix 0 and after MaxMixedDigits digits.
func (m *Mixed) Next(radix uint16) (uint16, error) {
	if radix == 0 {
		return 0, fmt.Errorf("basen: digit %d has radix 0", m.taken)
	}
	if m.taken == MaxMixedDigits {
		return 0, fmt.Errorf("basen: more than %d digits in one integer", MaxMixedDigits)
	}
	m.taken++
	var rem uint64
	if radix == 1 {
		return 0, nil
	}
	r := uint64(radix)
	for i := len(m.limbs) - 1; i >= 0; i-- {
		m.limbs[i], rem = bits.Div64(rem, m.limbs[i], r)
	}
	if n := len(m.limbs); n > 0 && m.limbs[n-1] == 0 {
		m.limbs = m.limbs[:n-1]
	}
	return uint16(rem), nil
}

// Close ends the reading of an integer. It fails with board.ErrCorrupt if part of the
// integer is left: it was written with other radices.
func (m *Mixed) Close() error {
	if len(m.limbs) != 0 {
		return &board.CorruptError{Msg: fmt.Sprintf("integer is not used up by its %d digits", m.taken)}
	}
	return nil
}
