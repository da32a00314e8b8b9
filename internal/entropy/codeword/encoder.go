package codeword

// Encoder builds a code word. The zero Encoder is not ready: call Reset.
type Encoder struct {
	low, width uint64
	out        []byte
}

// Reset starts a new word.
func (e *Encoder) Reset() {
	e.low, e.width, e.out = 0, 1<<windowBits, e.out[:0]
}

// Code codes a choice with the given frequencies, each at least 1 and One in total.
// It returns actual, the index of the choice.
func (e *Encoder) Code(freq []uint32, actual int) int {
	var cum uint32
	for _, f := range freq[:actual] {
		cum += f
	}
	r := e.width >> 16
	below := r * uint64(cum)
	e.low += below
	if e.low > lowMask {
		e.low &= lowMask
		e.carry()
	}
	if cum+freq[actual] == One {
		e.width -= below
	} else {
		e.width = r * uint64(freq[actual])
	}
	for e.width < minWidth {
		e.out = append(e.out, byte(e.low>>(windowBits-8)))
		e.low = e.low << 8 & lowMask
		e.width <<= 8
	}
	return actual
}

// carry adds one to the digits written. They are never all 255, since the interval is
// below 1.
func (e *Encoder) carry() {
	for i := len(e.out) - 1; i >= 0; i-- {
		e.out[i]++
		if e.out[i] != 0 {
			return
		}
	}
}

// BitLen returns the length of the word in bits if it ended here.
func (e *Encoder) BitLen() int {
	_, free := end(e.low, e.width)
	return 8*len(e.out) + windowBits - int(free)
}

// Finish ends the word and returns it, the highest bit of each byte first, the last
// padded with zeros. The slice is valid until Reset, which must follow.
func (e *Encoder) Finish() (word []byte, bits int) {
	bits = e.BitLen()
	above, _ := end(e.low, e.width)
	v := e.low + above
	if v > lowMask {
		v &= lowMask
		e.carry()
	}
	for len(e.out) < (bits+7)/8 {
		e.out = append(e.out, byte(v>>(windowBits-8)))
		v <<= 8
	}
	return e.out, bits
}
