package huffman

import (
	"fmt"
)

// Code is a canonical prefix code: the lengths of the words determine the words.
// Words of the same length count upwards in the order of their symbols; a longer word
// is greater than a shorter one when both are read as fractions.
//
//	lengths 1 3 3 3 4 4   words 0 100 101 110 1110 1111
//
// It is complete: every sequence of bits is the beginning of a sequence of words.
// Make one with New or Build. A Code is immutable, and several goroutines may use it.
type Code struct {
	lengths []uint8
	words   []uint16

	// table is indexed by the next tableBits bits: symbol << 5 | length, or 0 if the
	// word is longer.
	table     []uint16
	tableBits uint8

	// For words longer than tableBits: first[n] is the first word of n bits, end[n]
	// the one after the last, both at the top of 16 bits; base[n] is the index of the
	// first in sorted.
	end    [MaxLen + 1]uint32
	first  [MaxLen + 1]uint32
	base   [MaxLen + 1]uint16
	sorted []uint16
	minLen uint8
	maxLen uint8
}

// maxTableBits bounds the decoding table to 512 bytes, so that the tables of twenty
// codes stay in the fastest cache. Longer words are rare.
const maxTableBits = 8

// New returns the canonical code with the given lengths, one for each symbol, 0 for a
// symbol without a word. It fails if the code is not complete, that is, if the sum of
// 2^-length is not exactly 1; if there are more than MaxSymbols symbols; or if a
// length is over MaxLen.
func New(lengths []uint8) (*Code, error) {
	if len(lengths) > MaxSymbols {
		return nil, fmt.Errorf("huffman: %d symbols, want at most %d", len(lengths), MaxSymbols)
	}
	var count [MaxLen + 1]uint32
	c := &Code{lengths: append([]uint8(nil), lengths...), words: make([]uint16, len(lengths))}
	var kraft, used uint32
	for sym, n := range lengths {
		if n > MaxLen {
			return nil, fmt.Errorf("huffman: symbol %d has %d bits, want at most %d", sym, n, MaxLen)
		}
		if n == 0 {
			continue
		}
		if used++; used == 1 {
			c.minLen = n
		}
		count[n]++
		c.minLen = min(c.minLen, n)
		kraft += 1 << (MaxLen - n)
		c.maxLen = max(c.maxLen, n)
	}
	if kraft != 1<<MaxLen {
		return nil, fmt.Errorf("huffman: code words fill %d/%d of the code space, want all of it", kraft, 1<<MaxLen)
	}
	var next uint32 // the next word, at the top of 16 bits
	var place uint16
	c.sorted = make([]uint16, used)
	for n := uint8(1); n <= c.maxLen; n++ {
		c.first[n], c.base[n] = next, place
		for sym, l := range lengths {
			if l == n {
				c.words[sym] = uint16(next >> (MaxLen - n))
				c.sorted[place] = uint16(sym)
				next += 1 << (MaxLen - n)
				place++
			}
		}
		c.end[n] = next
	}
	c.tableBits = min(c.maxLen, maxTableBits)
	c.table = make([]uint16, 1<<c.tableBits)
	for sym, n := range lengths {
		if n == 0 || n > c.tableBits {
			continue
		}
		free := c.tableBits - n
		for i := range 1 << free {
			c.table[int(c.words[sym])<<free|i] = uint16(sym)<<5 | uint16(n)
		}
	}
	return c, nil
}

// Build returns the code of Lengths(weights, limit).
func Build(weights []uint64, limit int) (*Code, error) {
	lengths, err := Lengths(weights, limit)
	if err != nil {
		return nil, err
	}
	return New(lengths)
}

// must returns c and panics on an error. It is only for the tables of this package.
func must(c *Code, err error) *Code {
	if err != nil {
		panic(err)
	}
	return c
}

// Symbols returns the number of symbols, including those without a word.
func (c *Code) Symbols() int { return len(c.lengths) }

// Len returns the length of the word of sym in bits, 0 if it has none; sym
// must be in 0..Symbols()-1.
func (c *Code) Len(sym int) int { return int(c.lengths[sym]) }

// MinLen returns the length of the shortest word in bits.
func (c *Code) MinLen() int { return int(c.minLen) }

// MaxLen returns the length of the longest word in bits.
func (c *Code) MaxLen() int { return int(c.maxLen) }

// Encode returns the word of sym in the low n bits of word. n is 0 if sym has
// none; sym must be in 0..Symbols()-1.
func (c *Code) Encode(sym int) (word uint64, n uint8) {
	return uint64(c.words[sym]), c.lengths[sym]
}

// Decode returns the symbol whose word is at the top of peek, the next 64 bits of the
// input, and the length of the word in bits, 1 to 16. If fewer bits are left, the
// caller fills peek with any bits: the symbol is valid if n is at most the number of
// bits left, otherwise the input was cut.
func (c *Code) Decode(peek uint64) (sym int, n uint8) {
	if e := c.table[peek>>(64-c.tableBits)]; e != 0 {
		return int(e >> 5), uint8(e & 31)
	}
	return c.decodeLong(uint32(peek >> (64 - MaxLen)))
}

// decodeLong is Decode for words longer than the table's index; top holds the
// next 16 bits.
func (c *Code) decodeLong(top uint32) (sym int, n uint8) {
	n = c.tableBits + 1
	for top >= c.end[n] {
		n++
	}
	i := uint32(c.base[n]) + (top-c.first[n])>>(MaxLen-n)
	return int(c.sorted[i]), n
}
