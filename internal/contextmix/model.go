// Package contextmix predicts choices from what several contexts have seen, in
// integers only. Each context remembers how often a bit came out as 1 where it
// stood; a mixer weighs what they say by how well each has done of late.
//
//	context 1 --> hash --> estimate --+
//	context 2 --> hash --> estimate --+--> mixer --> probability --> range coder
//	context 3 --> hash --> estimate --+       ^                          |
//	                 ^                        +---- what it was ---------+
//	                 +-----------------------------------+
//
// Everything is learned while coding, from nothing, the same on both sides. It
// knows nothing of what is chosen.
//
// # Values
//
// A Model codes values, each as a row of bits. Index is the digits of a number
// below a bound, the highest first. Number is for integers from 0 on whose
// small ones are likelier, with v + 1 in binary: the number of its digits by a
// unary chain, then the digits below the highest, of which those after the
// first 7 are as likely as not. Signed is whether there is a minus, and the
// Number of the rest.
package contextmix

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Coder is one end of a string of the range coder: at most one of Enc and Dec
// is set. The methods code the value they are given when there is an Encoder
// and return it; they return what they read when there is a Decoder. With
// neither, they return the value, and no string has it.
type Coder struct {
	Enc *rangecoder.Encoder
	Dec *rangecoder.Decoder
}

// Writing reports whether the Coder has an Encoder.
func (c *Coder) Writing() bool { return c.Enc != nil }

// Bit codes a bit that is 1 with the given probability in 1/65536.
func (c *Coder) Bit(b int, one uint32) int {
	if c.Enc != nil {
		c.Enc.Bit(b, one)
		return b
	}
	if c.Dec == nil {
		return b
	}
	return c.Dec.Bit(one)
}

// Raw codes the n low bits of v as they are, n <= 16.
func (c *Coder) Raw(v uint32, n uint) uint32 {
	if c.Enc != nil {
		c.Enc.Raw(v, n)
		return v & (1<<n - 1)
	}
	if c.Dec == nil {
		return v & (1<<n - 1)
	}
	return c.Dec.Raw(n)
}

// Below codes v, each of the n values from 0 on as likely as any other, n from
// 1 to 65536.
func (c *Coder) Below(v, n uint32) uint32 {
	start := func(v uint32) uint32 { return uint32(uint64(v) << 16 / uint64(n)) }
	if c.Enc != nil {
		c.Enc.Symbol(start(v), start(v+1)-start(v))
		return v
	}
	if c.Dec == nil {
		return v
	}
	// The last v whose part starts at or before the place.
	place := c.Dec.Peek()
	v = uint32((uint64(place+1)*uint64(n) - 1) >> 16)
	c.Dec.Take(start(v), start(v+1)-start(v))
	return v
}

// MaxContexts is how many contexts a value may have.
const MaxContexts = 12

const sets = 64

// firstWeight is the weight of a context at first.
const firstWeight = 12000

// weights are those of the contexts, and of an input that is always the same; 1
// is 1<<16.
type weights struct {
	each [MaxContexts]int32
	bias int32
	seen int32
}

// slot is what a context has seen.
type slot struct {
	at   uint32
	seen Estimate
	in   int32
}

// Model learns values of one kind, or of several that are told apart by their
// contexts.
type Model struct {
	coder    *Coder
	declared *Table     // of Use
	table    []Estimate // xor Even, so that what nothing has been seen of is 0
	shift    uint
	limit    Estimate

	n        int
	contexts [MaxContexts]uint32
	slots    [MaxContexts]slot
	weights  [sets]weights
	fine     [sets * knots]uint16
}

// Room keeps the memory of Models that are done with, for others: to touch fresh
// memory takes longer than to clear it. A nil Room keeps nothing.
type Room struct{ tables [][]Estimate }

// table returns n estimates of which nothing is known.
func (r *Room) table(n int) []Estimate {
	if r != nil {
		for i, t := range r.tables {
			if cap(t) >= n {
				r.tables = slices.Delete(r.tables, i, i+1)
				clear(t[:n])
				return t[:n]
			}
		}
	}
	return make([]Estimate, n)
}

// Free takes the memory of a Model, which is not to be used any more. A nil
// Model has none.
func (r *Room) Free(m *Model) {
	if r != nil && m != nil {
		r.tables = append(r.tables, m.table)
		m.table = nil
	}
}

// NewModel is the NewModel of a Room that keeps nothing.
func NewModel(c *Coder, size uint, sights uint32) *Model {
	return (*Room)(nil).NewModel(c, size, sights)
}

// New returns a Model that codes the choices of a Table. It has 2^size
// estimates, which learn no slower than after the given number of sights, 1 to
// 255. A nil Room keeps nothing.
func (r *Room) New(c *Coder, t *Table, size uint, sights uint32) *Model {
	m := r.NewModel(c, size, sights)
	m.declared = t
	return m
}

// NewModel returns a Model with 2^size estimates, which learn no slower than
// after the given number of sights, 1 to 255.
func (r *Room) NewModel(c *Coder, size uint, sights uint32) *Model {
	m := &Model{coder: c, table: r.table(1 << size), shift: 32 - size, limit: Estimate(sights)}
	for s := range m.weights {
		for i := range m.weights[s].each {
			m.weights[s].each[i] = firstWeight
		}
	}
	for i := range m.fine {
		m.fine[i] = uint16(Squash(int32(i%knots-knots/2) * knotGap))
	}
	return m
}

// Begin sets the contexts of the values that follow: hashes, of which the
// first should be the plainest. There are 1 to MaxContexts, always as many for
// the same kind of value.
func (m *Model) Begin(contexts ...uint32) {
	m.n = copy(m.contexts[:], contexts)
}

// Learn makes the Model learn the values that code gives it, as if they had
// been coded before.
func (m *Model) Learn(code func()) {
	coder := m.coder
	m.coder = new(Coder)
	code()
	m.coder = coder
}

// Hash mixes two numbers.
func Hash(a, b uint32) uint32 {
	h := a*0x2c1b3c6d ^ bits.RotateLeft32(b, 13)*0x9e3779b1
	h ^= h >> 15
	return h * 0x85ebca6b
}

// bit codes one bit of a value: node says which, and set chooses the weights.
func (m *Model) bit(node uint32, set, b int) int {
	n := m.n
	table, contexts, slots := m.table, &m.contexts, &m.slots
	node *= 0x9e3779b1
	// What the contexts have seen lies far apart: all are asked for before any
	// is needed.
	for i := range n {
		h := (contexts[i] + node + uint32(i)) * 0x85ebca6b
		at := (h ^ h>>15) * 0xc2b2ae35 >> m.shift
		slots[i].at = at
		slots[i].seen = table[at] ^ Even
	}
	w := &m.weights[set]
	each := &w.each
	dot := 256 * int64(w.bias)
	for i := range n {
		s := &slots[i]
		s.in = Stretch(s.seen.P()) & s.seen.any()
		dot += int64(s.in) * int64(each[i])
	}
	x := int32(min(max(dot>>16, -Edge), Edge))
	p := Squash(x)
	fine, part := m.refine(x, set)
	b = m.coder.Bit(b, uint32(min(max((p+fine)>>1, 24), One-24)))

	rate := 2 + 4000/(w.seen+150)
	w.seen++
	err := (int32(b)<<16 - p) * rate >> 7
	target := int32(b) * 65535
	f := &m.fine[part]
	*f = uint16(int32(*f) + (target-int32(*f))>>6)
	for i := range n {
		s := &slots[i]
		each[i] += (s.in*err + 1<<9) >> 10
		e := table[s.at] ^ Even // two contexts may share it
		e.LearnUpTo(b, m.limit)
		table[s.at] = e ^ Even
	}
	w.bias += (256*err + 1<<9) >> 10
	return b
}

// One is the scale of probabilities.
const One = 1 << 16

const (
	knots   = 23
	knotGap = 256
)

// refine corrects a prediction by what came of such predictions before. It
// returns the place to learn from, too.
func (m *Model) refine(x int32, set int) (p int32, at int) {
	x += knots / 2 * knotGap
	i, part := x/knotGap, x%knotGap
	at = set*knots + int(i)
	a, b := int32(m.fine[at]), int32(m.fine[at+1])
	if part >= knotGap/2 {
		at++
	}
	return (a*(knotGap-part) + b*part) / knotGap, at
}

// Flag codes a bit.
func (m *Model) Flag(b bool) bool {
	return m.bit(1, 0, bit(b)) != 0
}

// Index codes v, which has at most the given number of binary digits.
func (m *Model) Index(v int, digits int) int {
	node := uint32(1)
	for i := digits - 1; i >= 0; i-- {
		b := m.bit(node, 1+min(digits-1-i, 13), v>>i&1)
		node = node<<1 | uint32(b)
	}
	return int(node) - 1<<digits
}

// MaxNumber is the largest value of Number and Signed.
const MaxNumber = 1<<62 - 2

// modelled is how many digits of a number are predicted, the highest included.
const modelled = 8

// Number codes v, 0 to MaxNumber.
func (m *Model) Number(v int64) int64 { return m.number(v, 0) }

func (m *Model) number(v int64, kind uint32) int64 {
	given := uint64(v + 1)
	n, all := 1, bits.Len64(given)
	for n < 62 {
		if m.bit(kind<<16|uint32(n), 16+min(n, 15), bit(all > n)) == 0 {
			break
		}
		n++
	}
	x := uint64(1)
	below := n - 1
	for i := 1; below > 0 && i < modelled; i++ {
		below--
		b := m.bit(kind<<16|uint32(n)<<8|uint32(x), 32+min(n, 8)*2+min(i-1, 1), int(given>>below&1))
		x = x<<1 | uint64(b)
	}
	for below > 0 {
		k := min(below, 16)
		below -= k
		x = x<<k | uint64(m.coder.Raw(uint32(given>>below), uint(k)))
	}
	return int64(x - 1)
}

// Signed codes v, -MaxNumber to MaxNumber.
func (m *Model) Signed(v int64) int64 {
	if m.bit(2, 50, bit(v == 0)) != 0 {
		return 0
	}
	minus := m.bit(3, 51, bit(v < 0))
	v = m.number(max(v, -v)-1, 1+uint32(minus)) + 1
	if minus != 0 {
		return -v
	}
	return v
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
