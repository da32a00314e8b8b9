package contextmix

import "github.com/chesszip/chesszip/internal/entropy/rangecoder"

// Coder writes or reads with the range coder: at most one of Enc and Dec is set. With
// an Encoder, the methods code the given value and return it; with a Decoder they
// return the value read. With neither, they only return the given value.
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

// Raw codes the n low bits of v without a model, n <= 16.
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

// Below codes v, 0 <= v < n, with all n values equally likely, n from 1 to 65536.
func (c *Coder) Below(v, n uint32) uint32 {
	if c.Dec != nil {
		v = c.Place(n)
	}
	c.Part(v, v+1, n)
	return v
}

// Place returns, in reading, the next coded one of n equal parts, n from 1 to 65536.
// Part must follow, for this part or a range around it.
func (c *Coder) Place(n uint32) uint32 {
	// The last one that starts at or before the place.
	return uint32((uint64(c.Dec.Peek()+1)*uint64(n) - 1) >> 16)
}

// Part codes the range from <= part < to of n equal parts.
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
