package bitboard

import "sync"

// Three ways to count the squares of a set in plain Go. Set.Count uses math/bits,
// which is one instruction on most processors; the benchmarks compare all four.

// CountByShift looks at every bit: always 64 steps.
func CountByShift(s Set) (n int) {
	for range 64 {
		n += int(s & 1)
		s >>= 1
	}
	return n
}

// CountByClearing clears the lowest bit until none is left: as many steps as
// there are squares in the set, good for the small sets of a chess board.
func CountByClearing(s Set) (n int) {
	for ; s != 0; s = s.WithoutFirst() {
		n++
	}
	return n
}

// CountByTable adds the counts of four 16-bit parts from a table of 64 KiB, which the
// first call fills.
func CountByTable(s Set) int {
	t := partCounts.get()
	return int(t[s&0xffff]) + int(t[s>>16&0xffff]) + int(t[s>>32&0xffff]) + int(t[s>>48])
}

var partCounts countTable

type countTable struct {
	once   sync.Once
	counts [1 << 16]uint8
}

func (t *countTable) get() *[1 << 16]uint8 {
	t.once.Do(func() {
		for i := range t.counts {
			t.counts[i] = t.counts[i>>1] + uint8(i&1)
		}
	})
	return &t.counts
}
