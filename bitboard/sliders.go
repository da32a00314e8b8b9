package bitboard

import "math/bits"

// lineMasks are the four lines through a square without the square itself.
type lineMasks struct{ rank, file, up, down Set }

var lines = buildLines()

func buildLines() (t [64]lineMasks) {
	for sq := range t {
		s := Set(1) << sq
		fill := func(step func(Set) Set) (out Set) {
			for n := step(s); n != 0; n = step(n) {
				out |= n
			}
			return out
		}
		t[sq] = lineMasks{
			rank: fill(Set.Left) | fill(Set.Right),
			file: fill(Set.Up) | fill(Set.Down),
			up:   fill(Set.DownLeft) | fill(Set.UpRight),
			down: fill(Set.UpLeft) | fill(Set.DownRight),
		}
	}
	return t
}

// along returns the squares seen from the square s on the line m without s,
// by o^(o-2r) in both directions.
func along(occ, s, m Set) Set {
	o := occ & m
	up := o - s<<1
	down := bits.Reverse64(bits.Reverse64(uint64(o)) - bits.Reverse64(uint64(s))<<1)
	return (up ^ Set(down)) & m
}

// bishopByLines is BishopAttacks without tables, for its test.
func bishopByLines(sq Square, occ Set) Set {
	l := &lines[sq&63]
	return along(occ, Of(sq), l.up) | along(occ, Of(sq), l.down)
}

// rookByLines is RookAttacks without tables, for its test.
func rookByLines(sq Square, occ Set) Set {
	l := &lines[sq&63]
	return along(occ, Of(sq), l.rank) | along(occ, Of(sq), l.file)
}

// QueenAttacks returns the squares that a queen on sq attacks, 0 <= sq < 64: those of
// a bishop and a rook.
func QueenAttacks(sq Square, occ Set) Set { return BishopAttacks(sq, occ) | RookAttacks(sq, occ) }

// BishopRays returns the squares that a bishop on sq attacks on an empty board.
func BishopRays(sq Square) Set { l := &lines[sq&63]; return l.up | l.down }

// RookRays returns the squares that a rook on sq attacks on an empty board.
func RookRays(sq Square) Set { l := &lines[sq&63]; return l.rank | l.file }

var between = buildBetween()

func buildBetween() (t [64][64]Set) {
	for _, step := range [...]func(Set) Set{Set.Left, Set.Right, Set.Up, Set.Down, Set.UpLeft, Set.UpRight, Set.DownLeft, Set.DownRight} {
		for a := range t {
			passed := Set(0)
			for s := step(1 << a); s != 0; s = step(s) {
				t[a][s.First()] = passed
				passed |= s
			}
		}
	}
	return t
}

// Between returns the squares strictly between a and b if they share a rank, a
// file or a diagonal, else the empty set. Both must be below 64.
func Between(a, b Square) Set { return between[a&63][b&63] }
