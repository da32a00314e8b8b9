package bitboard

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestChoose(t *testing.T) {
	for n := range 65 {
		for k := -1; k <= 65; k++ {
			want := new(big.Int)
			if k >= 0 {
				want.Binomial(int64(n), int64(k))
			}
			if got := Choose(n, k); want.Cmp(new(big.Int).SetUint64(got)) != 0 {
				t.Errorf("Choose(%d, %d) = %d, want %d", n, k, got, want)
			}
		}
	}
}

// TestSubsetsInOrder lists all subsets of small sets: their numbers are 0, 1,
// 2 and so on in the order of their values.
func TestSubsetsInOrder(t *testing.T) {
	for _, u := range []Set{0, 1, Rank1, 1 << 63, 0x8000_0100_0020_1005, FileA | FileH>>4&Rank1} {
		next := make([]uint64, 65)
		for s := Set(0); ; s = (s - u) & u {
			k := s.Count()
			if got := s.Number(u); got != next[k] {
				t.Fatalf("Set(%x).Number(%x) = %d, want %d", s, u, got, next[k])
			}
			if got, ok := Subset(next[k], k, u); !ok || got != s {
				t.Fatalf("Subset(%d, %d, %x) = %x, %v, want %x", next[k], k, u, got, ok, s)
			}
			next[k]++
			if s == u {
				break
			}
		}
		for k := range 65 {
			if next[k] != Choose(u.Count(), k) {
				t.Errorf("%d subsets of %d of %x, want %d", next[k], k, u, Choose(u.Count(), k))
			}
			if got, ok := Subset(next[k], k, u); ok {
				t.Errorf("Subset(%d, %d, %x) = %x, want none", next[k], k, u, got)
			}
		}
	}
	if _, ok := Subset(0, -1, Rank1); ok {
		t.Errorf("Subset(0, -1, Rank1) is one")
	}
}

func TestSubset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := Set(rapid.Uint64().Draw(t, "u"))
		s := Set(rapid.Uint64().Draw(t, "s")) & u
		n := s.Number(u)
		if n >= Choose(u.Count(), s.Count()) {
			t.Fatalf("Set(%x).Number(%x) = %d, too large", s, u, n)
		}
		if got, ok := Subset(n, s.Count(), u); !ok || got != s {
			t.Fatalf("Subset(%d, %d, %x) = %x, %v, want %x", n, s.Count(), u, got, ok, s)
		}
	})
}
