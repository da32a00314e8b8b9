package rangecoder

// Bit is an adaptive probability of a bit. It learns most from the first bits: the
// n-th moves the probability by 1/(n+1.5) of the distance, down to 1/32. In the zero
// Bit both values are equally likely.
type Bit struct {
	p uint16 // probability of 1 in 1/65536, with the top bit flipped
	n uint8  // bits seen, up to the last entry of rates
}

// rates are 65536/(n+1.5).
var rates = func() (r [31]int32) {
	for n := range r {
		r[n] = int32(2 * One / (2*n + 3))
	}
	return r
}()

// P returns the probability of a 1 in 1/65536, 1 to 65535.
func (m *Bit) P() uint32 {
	const least = 24 // costs 0.0005 bits when right
	return uint32(min(max(int32(m.p^0x8000), least), One-least))
}

// learn moves the probability towards b.
func (m *Bit) learn(b int) {
	p := int32(m.p ^ 0x8000)
	target := int32(b) * (One - 1)
	p += int32(int64(target-p) * int64(rates[m.n]) >> 16)
	m.p = uint16(p) ^ 0x8000
	if int(m.n) < len(rates)-1 {
		m.n++
	}
}

// Encode codes b, 0 or 1.
func (m *Bit) Encode(e *Encoder, b int) {
	e.Bit(b, m.P())
	m.learn(b)
}

// Decode reads a bit.
func (m *Bit) Decode(d *Decoder) int {
	b := d.Bit(m.P())
	m.learn(b)
	return b
}

// Tree is an adaptive choice among 16 values, coded as four bits from the highest
// down, each with a separate probability for every prefix.
type Tree [16]Bit

// Encode codes v, 0 to 15.
func (m *Tree) Encode(e *Encoder, v int) {
	for i, at := 3, 1; i >= 0; i-- {
		b := v >> i & 1
		m[at&15].Encode(e, b)
		at = at<<1 | b
	}
}

// Decode reads a value, 0 to 15.
func (m *Tree) Decode(d *Decoder) int {
	at := 1
	for range 4 {
		at = at<<1 | m[at&15].Decode(d)
	}
	return at & 15
}
