package textmodel

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// end is the byte after each value.
const end = '\n'

// model predicts the bits of a text, one after the other.
type model struct {
	text    []byte // so far
	place   place
	partial int // 1 followed by the bits of this byte
	guessed bool

	match     match
	guess     guess
	histories histories
	mix       mixer
	fine      [2]refiner
}

// place is the current place in the column.
type place struct {
	start, above, aboveEnd int    // starts of this value and of the one above
	word, lastWord, value  uint32 // hashes of the bytes of this value
	aboveHash              uint32
}

// newModel returns the model for a text of the given length, whose table has
// 16 to 64 bytes for each byte of the text, and 16 KiB to 4 MiB.
func newModel(length int) *model {
	n := sizeOf(length)
	m := &model{text: make([]byte, 0, length)}
	m.histories.init(n)
	m.match.init(n)
	m.guess.init()
	m.mix.init()
	for i := range m.fine {
		m.fine[i].init()
	}
	return m
}

// sizeOf returns the n of the 2^n buckets for a text of the given length.
func sizeOf(length int) int { return min(max(bits.Len(uint(length))+1, 10), 18) }

// clone returns a copy of m for a text of the given total length.
func (m *model) clone(length int) *model { return m.copyTo(new(model), length) }

// copyTo makes c a copy of m for a text of the given total length, in the memory of
// c, and returns it.
func (m *model) copyTo(c *model, length int) *model {
	text, buckets, matches, fine := c.text[:0], c.histories.buckets[:0], c.match.table[:0], c.fine
	*c = *m
	c.text = append(slices.Grow(text, length), m.text...)
	c.histories.buckets = append(buckets, m.histories.buckets...)
	c.match.table = append(matches, m.match.table...)
	c.match.used, c.mix.chosen = nil, [3]*[inputs]int32{} // each bit sets them
	for i := range c.fine {
		c.fine[i].table = append(fine[i].table[:0], m.fine[i].table...)
	}
	return c
}

// guessByte returns the next byte by the match, and the probability in 1/65536 that
// it is right; 0 without a match.
func (m *model) guessByte() (c byte, p uint32) {
	m.match.begin(m.text)
	m.guessed = m.match.want != 0
	if !m.guessed {
		return 0, 0
	}
	c = byte(m.match.want)
	n := len(m.text)
	low := uint32(m.text[n-1]) | uint32(m.text[n-2])<<8 | uint32(m.text[n-3])<<16
	return c, m.guess.predict(m.match.class(), [3]uint32{contextmix.Hash(m.place.value, uint32(c)), contextmix.Hash(low, uint32(c)), contextmix.Hash(m.place.value^m.place.aboveHash*5, uint32(c))})
}

// missed records that the byte of guessByte is wrong.
func (m *model) missed() { m.match.want = 0 }

// begin prepares for the next byte.
func (m *model) begin() {
	n := len(m.text)
	var last uint64 // the last 8 bytes, the last one lowest
	for i := max(0, n-8); i < n; i++ {
		last = last<<8 | uint64(m.text[i])
	}
	low := uint32(last)
	at := &m.place
	over, over2 := uint32(0), uint32(0) // the byte above, and the one to its right
	if i := at.above + n - at.start; i < at.aboveEnd {
		over = uint32(m.text[i]) + 1
		if i+1 < at.aboveEnd {
			over2 = uint32(m.text[i+1])
		}
	}
	h := &m.histories.hashes
	h[0] = contextmix.Hash(0, low&0xff)
	h[1] = contextmix.Hash(1, low&0xffff)
	h[2] = contextmix.Hash(2, low&0xffffff)
	h[3] = contextmix.Hash(3, low)
	h[4] = contextmix.Hash(4, contextmix.Hash(low, uint32(last>>32)&0xffff))
	h[5] = contextmix.Hash(5, at.word)
	h[6] = contextmix.Hash(6, contextmix.Hash(at.word, at.lastWord))
	h[7] = contextmix.Hash(7, at.value)
	h[8] = contextmix.Hash(8, contextmix.Hash(at.value, at.aboveHash))
	h[9] = contextmix.Hash(9, contextmix.Hash(over<<8|low&0xff, over2<<8|min(uint32(n-at.start), 255)))
	m.partial = 1
	m.histories.find(0)
}

// predict returns the probability in 1/65536 that the next bit is 1, 32 to
// 65504.
func (m *model) predict() uint32 {
	in := &m.mix.in
	m.histories.inputs(in)
	expected := m.match.inputs(in[2*contexts:2*contexts+2], m.partial)
	in[inputs-1] = 256
	x := m.mix.mix(expected, m.partial, m.histories.orders())
	p := contextmix.Squash(x)
	last := 0
	if n := len(m.text); n > 0 {
		last = int(m.text[n-1])
	}
	a := m.fine[0].refine(x, m.partial)
	b := m.fine[1].refine(x, (last*0x6f4f+m.partial)&0xffff)
	return uint32(min(max((2*p+a+b)>>2, 16), 65520))
}

// learn learns the bit that was predicted.
func (m *model) learn(bit int) {
	m.mix.learn(bit)
	m.match.learn(bit)
	for i := range m.fine {
		m.fine[i].learn(bit)
	}
	m.partial = m.partial<<1 | bit
	if m.histories.learn(bit); m.partial < 256 && m.histories.node >= slots {
		m.histories.find(uint32(m.partial))
	}
}

// end appends the byte of the last eight bits.
func (m *model) end(c byte) {
	m.text = append(m.text, c)
	if m.guessed {
		right := 0
		if m.match.length > 0 && m.text[m.match.pos] == c {
			right = 1
		}
		m.guess.learn(right)
	}
	m.match.end(m.text)
	m.place.end(c, len(m.text))
}

// end moves the place past a coded byte, after which the text has the given length.
func (at *place) end(c byte, length int) {
	if c == end {
		*at = place{start: length, above: at.start, aboveEnd: length, aboveHash: at.value}
		return
	}
	at.value = contextmix.Hash(at.value+1, uint32(c))
	if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 || c >= '0' && c <= '9' {
		at.word = contextmix.Hash(at.word+1, uint32(c))
	} else if at.word != 0 {
		at.lastWord, at.word = at.word, 0
	}
}
