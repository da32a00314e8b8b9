package bitboard

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var find = flag.Bool("find-magics", false, "search magic multipliers anew and print magics.go")

// TestFindMagics makes magics.go:
//
//	go test ./bitboard -run FindMagics -find-magics -v
func TestFindMagics(t *testing.T) {
	if !*find {
		t.Skip("only with -find-magics")
	}
	rng := rand.New(rand.NewPCG(64, 1))
	for _, piece := range []struct {
		name   string
		mask   func(uint8) Set
		attack func(uint8, Set) Set
	}{
		{"bishopMagics", func(sq uint8) Set { return inner(sq, BishopRays(sq)) }, bishopByLines},
		{"rookMagics", func(sq uint8) Set { return inner(sq, RookRays(sq)) }, rookByLines},
	} {
		fmt.Printf("var %s = [64]uint64{\n", piece.name)
		for sq := range uint8(64) {
			fmt.Printf("\t%#016x, // %c%c\n", findMagic(rng, sq, piece.mask(sq), piece.attack), 'a'+sq%8, '1'+sq/8)
		}
		fmt.Println("}")
	}
}

// findMagic searches a multiplier that sends every subset of mask to an index
// of as many bits as mask has squares, so that subsets sharing an index share
// their attacks.
func findMagic(rng *rand.Rand, sq uint8, mask Set, attack func(uint8, Set) Set) uint64 {
	bits := mask.Count()
	subsets, attacks := make([]Set, 0, 1<<bits), make([]Set, 0, 1<<bits)
	for s := Set(0); ; {
		subsets, attacks = append(subsets, s), append(attacks, attack(sq, s))
		if s = (s - mask) & mask; s == 0 {
			break
		}
	}
	table, used := make([]Set, 1<<bits), make([]int, 1<<bits)
next:
	for try := 1; ; try++ {
		magic := rng.Uint64() & rng.Uint64() & rng.Uint64() // few bits make good multipliers
		for i, s := range subsets {
			j := uint64(s) * magic >> (64 - bits)
			if used[j] == try && table[j] != attacks[i] {
				continue next
			}
			used[j], table[j] = try, attacks[i]
		}
		return magic
	}
}

// TestMagicsShareNothing asks every set of pieces on the lines of every square.
func TestMagicsShareNothing(t *testing.T) {
	for sq := range uint8(64) {
		for mask, s := inner(sq, BishopRays(sq)), Set(0); ; {
			if got, want := BishopAttacks(sq, s), bishopByLines(sq, s); got != want {
				t.Fatalf("BishopAttacks(%d, %x) = %x, want %x", sq, s, got, want)
			}
			if s = (s - mask) & mask; s == 0 {
				break
			}
		}
		for mask, s := inner(sq, RookRays(sq)), Set(0); ; {
			if got, want := RookAttacks(sq, s), rookByLines(sq, s); got != want {
				t.Fatalf("RookAttacks(%d, %x) = %x, want %x", sq, s, got, want)
			}
			if s = (s - mask) & mask; s == 0 {
				break
			}
		}
	}
}

// BenchmarkBuildSliders is what every program that knows chess pays at its
// start.
func BenchmarkBuildSliders(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		buildSliders()
	}
}

func BenchmarkBuildBetween(b *testing.B) {
	for b.Loop() {
		buildBetween()
	}
}
