package textmodel

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/contextmix"
)

const (
	contexts = 10
	inputs   = 2*contexts + 3
	slots    = 16 // bytes of a bucket: a check and the 15 nodes of half a byte
)

// model predicts the bits of a text, one after the other.
type model struct {
	text []byte // so far
	// buckets hold what was seen in each context, 15 histories for the bits of
	// half a byte, and a check byte in front.
	buckets []byte
	shift   uint // of a hash, to give the number of a bucket
	hashes  [contexts]uint32
	at      [contexts]int // where the bucket of each context begins
	maps    [contexts][256]contextmix.Estimate
	guessed bool
	node    int // 1, then 2 or 3, ...: the bits of this half byte
	partial int // the same of the whole byte

	start, above, aboveEnd int    // where this value begins, and the one above
	word, lastWord, value  uint32 // hashes
	aboveHash              uint32

	match match
	guess guess
	mix   mixer
	fine  [2]refiner
	p     int32 // the last prediction in 1/65536
}

// newModel returns the model for a text of the given length, whose table has
// 16 to 64 bytes for each byte of the text, and 16 KiB to 4 MiB.
func newModel(length int) *model {
	n := min(max(bits.Len(uint(length))+1, 10), 18) // 2^n buckets
	m := &model{
		text:    make([]byte, 0, min(length, 1<<20)),
		buckets: make([]byte, slots<<n),
		shift:   uint(32 - n),
	}
	for i := range m.maps {
		for h := range m.maps[i] {
			m.maps[i][h] = expect(h)
		}
	}
	m.match.init(n)
	m.guess.init()
	m.mix.init()
	for i := range m.fine {
		m.fine[i].init()
	}
	return m
}

func hash(a, b uint32) uint32 {
	h := a*0x2c1b3c6d ^ bits.RotateLeft32(b, 13)*0x9e3779b1
	h ^= h >> 15
	return h * 0x85ebca6b
}

// foresee returns the next byte as the match has it, and the probability in
// 1/65536 that it is right; 0 without a match.
func (m *model) foresee() (c byte, p uint32) {
	m.match.begin(m.text)
	m.guessed = m.match.want != 0
	if !m.guessed {
		return 0, 0
	}
	c = byte(m.match.want)
	n := len(m.text)
	low := uint32(m.text[n-1]) | uint32(m.text[n-2])<<8 | uint32(m.text[n-3])<<16
	return c, m.guess.predict(m.match.class(), [3]uint32{hash(m.value, uint32(c)), hash(low, uint32(c)), hash(m.value^m.aboveHash*5, uint32(c))})
}

// missed takes note that what foresee gave is wrong.
func (m *model) missed() { m.match.want = 0 }

// begin prepares for the next byte.
func (m *model) begin() {
	n := len(m.text)
	var last uint64 // the last 8 bytes, the last one lowest
	for i := max(0, n-8); i < n; i++ {
		last = last<<8 | uint64(m.text[i])
	}
	low := uint32(last)
	over, over2 := uint32(0), uint32(0) // what stands above, and to its right
	if i := m.above + n - m.start; i < m.aboveEnd {
		over = uint32(m.text[i]) + 1
		if i+1 < m.aboveEnd {
			over2 = uint32(m.text[i+1])
		}
	}
	place := uint32(n - m.start)
	h := &m.hashes
	h[0] = hash(0, low&0xff)
	h[1] = hash(1, low&0xffff)
	h[2] = hash(2, low&0xffffff)
	h[3] = hash(3, low)
	h[4] = hash(4, hash(low, uint32(last>>32)&0xffff))
	h[5] = hash(5, m.word)
	h[6] = hash(6, hash(m.word, m.lastWord))
	h[7] = hash(7, m.value)
	h[8] = hash(8, hash(m.value, m.aboveHash))
	h[9] = hash(9, hash(over<<8|low&0xff, over2<<8|min(place, 255)))
	m.partial = 1
	m.find(0)
}

// find looks up the buckets of all contexts for the next half byte, after the
// given first half.
func (m *model) find(half uint32) {
	m.node = 1
	for i := range m.hashes {
		h := hash(m.hashes[i]+half, half)
		check := byte(h) | 1
		at := int(h>>m.shift) * slots
		m.at[i] = at
		b := m.buckets[at : at+slots : at+slots]
		if b[0] == check {
			continue
		}
		// The neighbour is the second choice; of the two, the one that has
		// seen less goes.
		other := at ^ slots
		c := m.buckets[other : other+slots : other+slots]
		if c[0] == check {
			m.at[i] = other
			continue
		}
		if c[0] == 0 && b[0] != 0 || b[0] != 0 && c[1]>>4+c[1]&15 < b[1]>>4+b[1]&15 {
			m.at[i], b = other, c
		}
		clear(b)
		b[0] = check
	}
}

// predict returns the probability in 1/65536 that the next bit is 1, 32 to
// 65504.
func (m *model) predict() uint32 {
	in := &m.mix.in
	for i := range m.at {
		h := m.buckets[m.at[i]+m.node]
		p := m.maps[i][h].P()
		if h == 0 {
			in[2*i], in[2*i+1] = 0, 0
			continue
		}
		in[2*i] = contextmix.Stretch(p)
		in[2*i+1] = (p - 1<<15) >> 6
	}
	expected := m.match.inputs(in[2*contexts:2*contexts+2], m.partial)
	in[inputs-1] = 256
	x := m.mix.mix(expected, m.partial, m.orders())
	p := contextmix.Squash(x)
	last := 0
	if n := len(m.text); n > 0 {
		last = int(m.text[n-1])
	}
	a := m.fine[0].refine(x, m.partial)
	b := m.fine[1].refine(x, (last*0x6f4f+m.partial)&0xffff)
	m.p = (2*p + a + b) >> 2
	return uint32(min(max(m.p, 16), 65520))
}

// orders says how many of the contexts of the last bytes have seen this node,
// and whether those of words have: 0 to 23.
func (m *model) orders() (class int) {
	seen := func(i int) int {
		if m.buckets[m.at[i]+m.node] != 0 {
			return 1
		}
		return 0
	}
	for i := range 5 {
		class += seen(i)
	}
	return class + 6*seen(6) + 12*seen(5)
}

// learn takes the bit that was predicted.
func (m *model) learn(bit int) {
	m.mix.learn(bit)
	m.match.learn(bit)
	for i := range m.fine {
		m.fine[i].learn(bit)
	}
	for i := range m.at {
		h := &m.buckets[m.at[i]+m.node]
		m.maps[i][*h].Learn(bit)
		*h = next(*h, bit)
	}
	m.partial = m.partial<<1 | bit
	if m.node = m.node<<1 | bit; m.node >= slots && m.partial < 256 {
		m.find(uint32(m.partial))
	}
}

// end takes the byte that the last eight bits made.
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
	if c == end {
		m.above, m.aboveEnd, m.start = m.start, len(m.text), len(m.text)
		m.aboveHash = m.value
		m.value, m.word, m.lastWord = 0, 0, 0
		return
	}
	m.value = hash(m.value+1, uint32(c))
	if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 || c >= '0' && c <= '9' {
		m.word = hash(m.word+1, uint32(c))
	} else if m.word != 0 {
		m.lastWord, m.word = m.word, 0
	}
}
