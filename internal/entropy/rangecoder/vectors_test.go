package rangecoder

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// rangeCoderHeading explains vectors/layers/rangecoder.txt.
const rangeCoderHeading = `Strings of the range coder, docs/spec/coding.md, sections 1 and 2: what the writer does, step by step.
step    a choice and its numbers | low and width after it, and all digits written so far,
        which a later carry may change, hexadecimal; - for none
        bit B P          the bit B of probability P
        symbol C F       the symbol with F parts after C parts
        raw V N          the N bits of V
        Bit B | P N      an adaptive bit; P and N are its numbers after it
        Tree V           a number by a Tree, which all steps share
        Number V         a number by a Number, which all steps share
string  the whole string, hexadecimal
refused the class of refusal when the steps are read from the string`

// step is a choice.
type step struct {
	kind string
	a, b uint32
}

// tracer writes steps and notes what they make of the coder.
type tracer struct {
	e      *Encoder
	v      *vectors.Vector
	bit    Bit
	tree   Tree
	number Number
}

func (c *tracer) write(s step) {
	what := fmt.Sprintf("%s %d %d", s.kind, s.a, s.b)
	switch s.kind {
	case "bit":
		c.e.Bit(int(s.a), s.b)
	case "symbol":
		c.e.Symbol(s.a, s.b)
	case "raw":
		c.e.Raw(s.a, uint(s.b))
	case "Bit":
		c.bit.Encode(c.e, int(s.a))
		what = fmt.Sprintf("Bit %d | %d %d", s.a, c.bit.p^0x8000, c.bit.n)
	case "Tree":
		c.tree.Encode(c.e, int(s.a))
		what = fmt.Sprintf("Tree %d", s.a)
	case "Number":
		c.number.Encode(c.e, int(s.a))
		what = fmt.Sprintf("Number %d", s.a)
	}
	digits := fmt.Sprintf("%x", c.e.out)
	if digits == "" {
		digits = "-"
	}
	c.v.Add("step", "%s | %014x %014x %s", what, c.e.low, c.e.width, digits)
}

// reader reads steps.
type reader struct {
	d      *Decoder
	bit    Bit
	tree   Tree
	number Number
}

func (c *reader) read(s step) (got uint32) {
	switch s.kind {
	case "bit":
		return uint32(c.d.Bit(s.b))
	case "symbol":
		place := c.d.Peek()
		if place < s.a || place >= s.a+s.b {
			return ^s.a
		}
		c.d.Take(s.a, s.b)
		return s.a
	case "raw":
		return c.d.Raw(uint(s.b))
	case "Bit":
		return uint32(c.bit.Decode(c.d))
	case "Tree":
		return uint32(c.tree.Decode(c.d))
	}
	return uint32(c.number.Decode(c.d))
}

// stepsOf are the choices of a vector, made by a simple generator of numbers.
func stepsOf(n int, seed uint32, make func(i int, r func(uint32) uint32) step) (list []step) {
	r := func(below uint32) uint32 {
		seed = seed*1664525 + 1013904223
		return seed >> 8 % below
	}
	for i := range n {
		list = append(list, make(i, r))
	}
	return list
}

var rangeVectors = []struct {
	name  string
	steps []step
}{
	{"nothing", nil},
	{"one bit", []step{{"bit", 1, 32768}}},
	{"the other bit", []step{{"bit", 0, 32768}}},
	{"likely bits", stepsOf(24, 1, func(int, func(uint32) uint32) step { return step{"bit", 1, 65512} })},
	{"unlikely bits", stepsOf(12, 1, func(int, func(uint32) uint32) step { return step{"bit", 1, 24} })},
	{"bits of any probability", stepsOf(40, 7, func(i int, r func(uint32) uint32) step {
		return step{"bit", r(2), 1 + r(65535)}
	})},
	{"a carry through digits of 255", []step{{"symbol", 65535, 1}, {"symbol", 65535, 1}, {"symbol", 65535, 1}, {"symbol", 65535, 1}, {"symbol", 0, 65535}, {"bit", 0, 65512}, {"bit", 0, 65512}, {"symbol", 65000, 400}}},
	{"carries into digits written", stepsOf(30, 11, func(i int, r func(uint32) uint32) step {
		return step{"symbol", 65535 - uint32(i), 1 + uint32(i)/16}
	})},
	{"symbols", stepsOf(30, 3, func(i int, r func(uint32) uint32) step {
		c := r(65536)
		return step{"symbol", c, 1 + r(65536-c)}
	})},
	{"the last symbol takes what is left", []step{{"symbol", 1, 65535}, {"symbol", 65535, 1}, {"symbol", 32768, 32768}, {"symbol", 0, 65536}}},
	{"raw bits", stepsOf(20, 5, func(i int, r func(uint32) uint32) step {
		n := 1 + r(16)
		return step{"raw", r(1 << n), n}
	})},
	{"an adaptive bit", stepsOf(48, 9, func(i int, r func(uint32) uint32) step {
		b := uint32(0)
		if r(10) < 8 {
			b = 1
		}
		return step{"Bit", b, 0}
	})},
	{"an adaptive bit at its ends", stepsOf(80, 9, func(i int, r func(uint32) uint32) step {
		b := uint32(1)
		if i == 79 {
			b = 0
		}
		return step{"Bit", b, 0}
	})},
	{"a tree", stepsOf(30, 13, func(i int, r func(uint32) uint32) step { return step{"Tree", r(r(15)+1) % 16, 0} })},
	{"numbers", stepsOf(30, 17, func(i int, r func(uint32) uint32) step { return step{"Number", r(1 << r(20)), 0} })},
	{"numbers at their ends", []step{{"Number", 0, 0}, {"Number", 1, 0}, {"Number", MaxNumber, 0}, {"Number", 1<<30 - 1, 0}, {"Number", 1 << 16, 0}, {"Number", 0, 0}}},
	{"choices of all kinds", stepsOf(40, 23, func(i int, r func(uint32) uint32) step {
		switch r(6) {
		case 0:
			return step{"bit", r(2), 1 + r(65535)}
		case 1:
			c := r(65536)
			return step{"symbol", c, 1 + r(65536-c)}
		case 2:
			n := 1 + r(16)
			return step{"raw", r(1 << n), n}
		case 3:
			return step{"Bit", r(2), 0}
		case 4:
			return step{"Tree", r(16), 0}
		}
		return step{"Number", r(1 << r(20)), 0}
	})},
	{"an adaptive bit that is never set, and then is", stepsOf(220, 9, func(i int, _ func(uint32) uint32) step {
		return step{"Bit", uint32(i / 219), 0}
	})},
	{"digits behind the end", append(stepsOf(8, 1, func(int, func(uint32) uint32) step { return step{"symbol", 0, 256} }), step{"symbol", 0, 257})},
	{"digits of zero", stepsOf(9, 1, func(int, func(uint32) uint32) step { return step{"raw", 0, 8} })},
}

// TestVectors checks vectors/layers/rangecoder.txt, and that all of it is read back.
func TestVectors(t *testing.T) {
	var list []*vectors.Vector
	for _, c := range rangeVectors {
		w := tracer{e: NewEncoder(nil), v: vectors.New("%s", c.name)}
		for _, s := range c.steps {
			w.write(s)
		}
		out := w.e.Finish()
		w.v.Add("string", "%x", out)
		list = append(list, w.v)
		r := reader{d: NewDecoder(out)}
		for i, s := range c.steps {
			if got := r.read(s); got != s.a {
				t.Fatalf("%s: step %d is read as %d, want %s %d", c.name, i, got, s.kind, s.a)
			}
		}
		if err := r.d.Err(); err != nil || !r.d.AtEnd() {
			t.Errorf("%s: after all steps the error is %v, at the end %v", c.name, err, r.d.AtEnd())
		}
		if c.name == "digits of zero" {
			// All digits of the string are taken, and all that may be taken after it.
			list = append(list, refusalOf(c.name+", one digit too few", c.steps, out[:len(out)-1]))
		}
		if len(out) < 12 {
			continue
		}
		// Without most of its bytes, the string is too short for its steps; with more,
		// bytes are left over.
		for _, bad := range []struct {
			what string
			b    []byte
		}{{"cut", out[:2]}, {"longer", append(out, "left over"...)}} {
			if refusal := refusalOf(c.name+", "+bad.what, c.steps, bad.b); refusal != nil {
				list = append(list, refusal)
			}
		}
	}
	file := vectors.File(rangeCoderHeading, list)
	if strings.Count(file, "\nrefused: ") < 8 {
		t.Error("fewer than 8 strings are refused")
	}
	golden.Equal(t, "../../../vectors/layers/rangecoder.txt", file)
}

// refusalOf returns the vector of a string that must be refused after steps that do not
// depend on what they find; nil if there are others, or if it is taken.
func refusalOf(name string, steps []step, bad []byte) *vectors.Vector {
	v := vectors.New("%s", name)
	r := reader{d: NewDecoder(bad)}
	for _, s := range steps {
		if s.kind == "symbol" {
			return nil
		}
		r.read(s)
		v.Add("step", "%s %d %d", s.kind, s.a, s.b)
	}
	v.Add("string", "%x", bad)
	if r.d.Err() == nil && r.d.AtEnd() {
		return nil
	}
	v.Add("refused", "damaged")
	return v
}
