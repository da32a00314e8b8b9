package values

import "math/bits"

// Class returns a coarse measure of v, below 2^11.
func Class(v int64) uint32 {
	a := uint64(max(v, -v))
	n := bits.Len64(a)
	k := uint32(n) << 1
	if n > 1 {
		k |= uint32(a>>(n-2)) & 1
	}
	if v < 0 {
		k |= 1 << 10
	}
	return k
}

// Prefix returns the common prefix of all values.
func Prefix(values [][]byte) []byte {
	before := values[0]
	for _, v := range values[1:] {
		k := 0
		for k < len(v) && k < len(before) && v[k] == before[k] {
			k++
		}
		before = before[:k]
	}
	return before
}
