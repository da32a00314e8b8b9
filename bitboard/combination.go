package bitboard

import (
	"math/bits"
	"sync"
)

// binomials holds n choose k at [n][k]; the largest, 64 choose 32, is below
// 2^61.
var binomials binomialTable

// binomialTable is filled at its first use.
type binomialTable struct {
	once sync.Once
	rows [65][65]uint64
}

func (t *binomialTable) get() *[65][65]uint64 {
	t.once.Do(func() {
		for n := range t.rows {
			t.rows[n][0] = 1
			for k := 1; k <= n; k++ {
				t.rows[n][k] = t.rows[n-1][k-1] + t.rows[n-1][k]
			}
		}
	})
	return &t.rows
}

// Choose returns the number of ways to choose k of n squares, 0 if k is
// negative or more than n; n must be in 0..64.
func Choose(n, k int) uint64 {
	if k < 0 || k > n {
		return 0
	}
	return binomials.get()[n][k]
}

// Number returns the number of s among all subsets of u with as many squares,
// in 0..Choose(u.Count(), s.Count())-1. The subsets are counted in the order
// of their values as Sets: the one whose highest squares are lower comes first
// (colexicographic order, the combinatorial number system). s must be a subset
// of u; squares outside it are ignored.
func (s Set) Number(u Set) uint64 {
	var n uint64
	k := 0
	for s &= u; s != 0; s = s.WithoutFirst() {
		k++
		// The square's place in u.
		n += Choose((u & (s&-s - 1)).Count(), k)
	}
	return n
}

// Subset is the inverse of Number: it returns the subset of u with k squares
// and the given number. ok is false if there is none: the number is too
// large, or k is not in 0..u.Count().
func Subset(number uint64, k int, u Set) (s Set, ok bool) {
	n := u.Count()
	if k < 0 || k > n || number >= Choose(n, k) {
		return 0, false
	}
	// From the highest square of u down, a square is in the subset if the number is
	// at least the count of the subsets without it.
	for ; k > 0; n-- {
		high := Set(1) << (63 - bits.LeadingZeros64(uint64(u)))
		u ^= high
		if without := Choose(n-1, k); number >= without {
			number -= without
			s |= high
			k--
		}
	}
	return s, true
}
