// Package contextmix predicts values from contexts, in integers only. For each
// context it has an estimate of the probability that the next bit is 1; a mixer
// weighs the estimates by their recent success.
//
//	context 1 --> hash --> estimate --+
//	context 2 --> hash --> estimate --+--> mixer --> probability --> range coder
//	context 3 --> hash --> estimate --+       ^                          |
//	                 ^                        +------- the bit ---------+
//	                 +-----------------------------------+
//
// The model starts empty and learns while coding, in the same way on both sides. The
// meaning of the values is the caller's.
//
// # Values
//
// A Model codes values, each as several bits. Index is the digits of a number below a
// bound, the highest first. Number is for integers from 0 on of which small ones are
// likelier. It writes v + 1 in binary: the number of its digits in unary, then the
// digits below the highest; only the first 7 of these are predicted. Signed writes
// whether the value is zero, its sign, and its magnitude as a Number.
package contextmix

import (
	"fmt"
	"math/bits"
)

const sets = 64

// firstWeight is the weight that a context starts with.
const firstWeight = 12000

// weights are those of the contexts, and of a constant input, in 1/65536.
type weights struct {
	each [MaxContexts]int32
	bias int32
	seen uint32
}

// slot is the estimate of a context and its input to the mixer.
type slot struct {
	at   uint32
	seen Estimate
	in   int32
}

// Model learns to predict the choices of a Table.
type Model struct {
	coder    *Coder
	declared *Table     // of Use
	choices  []choice   // of the Table
	table    []Estimate // xor Even, so that fresh memory is Even
	shift    uint
	limit    Estimate

	touched []uint32 // indexes of the estimates used first, in order
	few     int      // touched is complete while it is shorter than this

	n        int
	contexts [MaxContexts]uint32
	slots    [MaxContexts]slot
	weights  [sets]weights
	fine     [sets * knots]uint16
}

// Use sets the inputs of the values coded next, and returns m: the choice, and a value for
// each of its fields, in their order. Values are cut off to their field's width, in reading
// and in writing; with the build tag checkwidths, writing a value that is too wide
// panics.
func (m *Model) Use(number int, values ...uint32) *Model {
	c := &m.choices[number]
	if len(values) != len(c.fields) {
		panic(fmt.Sprintf("contextmix: %s: %s has %d fields, given %d", m.declared.Name, c.Name, len(c.fields), len(values)))
	}
	if checkWidths && m.coder.Writing() {
		for i, name := range c.fields {
			if values[i]&^c.masks[i] != 0 {
				panic(fmt.Sprintf("contextmix: %s: %s: field %s cannot hold %d", m.declared.Name, c.Name, name, values[i]))
			}
		}
	}
	var cut [MaxFields]uint32
	for i, v := range values {
		cut[i%MaxFields] = v & c.masks[i%MaxFields]
	}
	m.n = len(c.names)
	m.contexts = c.begin
	word := uint32(0)
	for _, t := range c.terms {
		word |= cut[t.field%MaxFields] << (t.shift % 32)
		if t.full {
			at := &m.contexts[t.context]
			*at = Hash(*at, word)
			word = 0
		}
	}
	return m
}

// Learn makes the Model learn the values that the function code codes, without coding
// them.
func (m *Model) Learn(code func()) {
	coder := m.coder
	m.coder = new(Coder)
	code()
	m.coder = coder
}

// bit codes one bit of a value: node identifies it, and set selects the weights.
func (m *Model) bit(node uint32, set, b int) int {
	w := &m.weights[set]
	table, slots := m.table, m.slots[:m.n]
	contexts, each := m.contexts[:len(slots)], w.each[:len(slots)]
	node *= 0x9e3779b1
	// The estimates are far apart in memory, so load all before using any.
	for i := range slots {
		h := (contexts[i] + node + uint32(i)) * 0x85ebca6b
		at := (h ^ h>>15) * 0xc2b2ae35 >> m.shift
		slots[i].at = at
		slots[i].seen = table[at] ^ Even
	}
	dot := 256 * int64(w.bias)
	for i := range slots {
		s := &slots[i]
		s.in = s.seen.stretched() & s.seen.any()
		dot += int64(s.in) * int64(each[i])
	}
	x := int32(min(max(dot>>16, -Edge), Edge))
	p := Squash(x)
	fine, part := m.refine(x, set)
	b = m.coder.Bit(b, uint32(min(max((p+fine)>>1, 24), One-24)))

	rate := rates[min(w.seen, lastRate)]
	w.seen++
	err := (int32(b)<<16 - p) * rate >> 7
	target := int32(b) * 65535
	f := &m.fine[part]
	*f = uint16(int32(*f) + (target-int32(*f))>>6)
	for i := range slots {
		s := &slots[i]
		each[i] += (s.in*err + 1<<9) >> 10
		e := table[s.at] ^ Even // two contexts may share it
		e.LearnUpTo(b, m.limit)
		table[s.at] = e ^ Even
	}
	if len(m.touched) < m.few {
		m.touch()
	}
	w.bias += (256*err + 1<<9) >> 10
	return b
}

// lastRate is the number of bits after which the learning rate of weights is
// constant.
const lastRate = 4000 - 150 + 1

// rates are the learning rates of weights, by the number of bits seen.
var rates = func() (t [lastRate + 1]int32) {
	for seen := range t {
		t[seen] = int32(2 + 4000/(seen+150))
	}
	return t
}()

// touch records the estimates of the last bit.
func (m *Model) touch() {
	for i := range m.n {
		m.touched = append(m.touched, m.slots[i].at)
	}
}

// One is the scale of probabilities.
const One = 1 << 16

const (
	knots   = 23
	knotGap = 256
)

// freshWeights and freshFine are those of a Model that has learned nothing.
var freshWeights = func() (all [sets]weights) {
	for s := range all {
		for i := range all[s].each {
			all[s].each[i] = firstWeight
		}
	}
	return all
}()

var freshFine = func() (all [sets * knots]uint16) {
	for i := range all {
		all[i] = uint16(Squash(int32(i%knots-knots/2) * knotGap))
	}
	return all
}()

// refine corrects a prediction by the results of similar ones. It also returns the
// index in fine that must learn.
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
func (m *Model) Flag(b bool) bool { return m.bit(1, 0, bit(b)) != 0 }

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

// modelled is the number of digits of a number that are predicted, including the
// highest.
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
