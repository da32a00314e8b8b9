package contextmix

import "github.com/chesszip/chesszip/internal/entropy/rangecoder"

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
	if c.Dec != nil {
		v = c.Place(n)
	}
	c.Part(v, v+1, n)
	return v
}

// Place returns while reading which of the n equal parts of the whole is coded next, n
// from 1 to 65536; Part then takes it, or parts around it.
func (c *Coder) Place(n uint32) uint32 {
	// The last one that starts at or before the place.
	return uint32((uint64(c.Dec.Peek()+1)*uint64(n) - 1) >> 16)
}

// Part codes the parts from one up to, not including, another, of n.
func (c *Coder) Part(from, to, n uint32) {
	start := uint32(uint64(from) << 16 / uint64(n))
	width := uint32(uint64(to)<<16/uint64(n)) - start
	switch {
	case c.Enc != nil:
		c.Enc.Symbol(start, width)
	case c.Dec != nil:
		c.Dec.Take(start, width)
	}
}
