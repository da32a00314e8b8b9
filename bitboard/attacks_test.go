package bitboard

import "testing"

// inner returns the squares of rays from sq on which a piece can hide others:
// all but the last of each ray.
func inner(sq Square, rays Set) Set {
	rank, file := Rank1<<(sq&56), FileA<<(sq&7)
	return rays &^ ((FileA | FileH) &^ file) &^ ((Rank1 | Rank8) &^ rank)
}

// TestAttacks asks every set of pieces on the lines of every square.
func TestAttacks(t *testing.T) {
	for sq := range Square(64) {
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

// BenchmarkTables is what every program that knows chess pays at its start.
func BenchmarkTables(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		buildSeen()
		buildLines()
		buildBetween()
	}
}
