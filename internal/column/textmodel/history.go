package textmodel

import (
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

const (
	contexts = 10
	inputs   = 2*contexts + 3
	slots    = 16 // bytes of a bucket: a check and the 15 nodes of half a byte
)

// A history counts the bits of one node: zeros in the high half of a byte and ones in
// the low, each up to 15. After a bit, the count of the other bit shrinks, so that
// new bits count most.

// shrunk is the new count of the other bit.
var shrunk = [16]byte{0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7}

func next(h byte, bit int) byte {
	zeros, ones := h>>4, h&15
	if bit != 0 {
		return shrunk[zeros]<<4 | min(ones+1, 15)
	}
	return min(zeros+1, 15)<<4 | shrunk[ones]
}

// expect returns the initial estimate for a history.
func expect(h int) contextmix.Estimate {
	zeros, ones := uint32(h>>4), uint32(h&15)
	// (ones + 0.4) / (zeros + ones + 0.8)
	p := (5*ones + 2) << 16 / (5*(zeros+ones) + 4)
	return contextmix.NewEstimate(min(p, 65535), 6)
}

// histories holds the histories in each of the contexts of the next bit.
type histories struct {
	// buckets hold, for each context, 15 histories for the bits of half a byte, after
	// a check byte.
	buckets []byte
	shift   uint // of a hash, to give the number of a bucket
	hashes  [contexts]uint32
	at      [contexts]int // start of the bucket of each context
	node    int           // 1 followed by the bits of this half byte
	maps    [contexts][256]contextmix.Estimate
}

// init makes 2^n buckets.
func (h *histories) init(n int) {
	h.buckets, h.shift = make([]byte, slots<<n), uint(32-n)
	for i := range h.maps {
		for seen := range h.maps[i] {
			h.maps[i][seen] = expect(seen)
		}
	}
}

// find looks up the buckets of all contexts for the next half byte, after the
// given first half.
func (h *histories) find(half uint32) {
	h.node = 1
	for i := range h.hashes {
		x := contextmix.Hash(h.hashes[i]+half, half)
		check := byte(x) | 1
		at := int(x>>h.shift) * slots
		h.at[i] = at
		b := h.buckets[at : at+slots : at+slots]
		if b[0] == check {
			continue
		}
		// The neighbour is the second choice; the one of the two that has seen less
		// is cleared.
		other := at ^ slots
		c := h.buckets[other : other+slots : other+slots]
		if c[0] == check {
			h.at[i] = other
			continue
		}
		if c[0] == 0 && b[0] != 0 || b[0] != 0 && c[1]>>4+c[1]&15 < b[1]>>4+b[1]&15 {
			h.at[i], b = other, c
		}
		clear(b)
		b[0] = check
	}
}

// inputs sets the prediction of each context for the next bit.
func (h *histories) inputs(in *[inputs]int32) {
	for i := range h.at {
		seen := h.buckets[h.at[i]+h.node]
		p := h.maps[i][seen].P()
		if seen == 0 {
			in[2*i], in[2*i+1] = 0, 0
			continue
		}
		in[2*i] = contextmix.Stretch(p)
		in[2*i+1] = (p - 1<<15) >> 6
	}
}

// orders returns the number of contexts of the last bytes that have seen this node,
// and whether those of words have, as a class from 0 to 23.
func (h *histories) orders() (class int) {
	seen := func(i int) int {
		if h.buckets[h.at[i]+h.node] != 0 {
			return 1
		}
		return 0
	}
	for i := range 5 {
		class += seen(i)
	}
	return class + 6*seen(6) + 12*seen(5)
}

// learn learns the bit that was predicted.
func (h *histories) learn(bit int) {
	for i := range h.at {
		seen := &h.buckets[h.at[i]+h.node]
		h.maps[i][*seen].Learn(bit)
		*seen = next(*seen, bit)
	}
	h.node = h.node<<1 | bit
}
