package bitboard

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// offsets are the moves of leapers as files and ranks.
var (
	knightOffsets = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingOffsets   = [][2]int{{1, 1}, {1, 0}, {1, -1}, {0, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}}
	bishopSteps   = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	rookSteps     = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
)

// at returns the set of one square, empty off the board.
func at(file, rank int) Set {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return 1 << (rank*8 + file)
}

func leap(sq Square, offsets [][2]int) (s Set) {
	for _, o := range offsets {
		s |= at(int(sq&7)+o[0], int(sq>>3)+o[1])
	}
	return s
}

func slide(sq Square, occ Set, steps [][2]int) (s Set) {
	for _, o := range steps {
		for file, rank := int(sq&7)+o[0], int(sq>>3)+o[1]; at(file, rank) != 0; file, rank = file+o[0], rank+o[1] {
			s |= at(file, rank)
			if occ&at(file, rank) != 0 {
				break
			}
		}
	}
	return s
}

func TestLeapers(t *testing.T) {
	knights, kings := 0, 0
	for sq := range Square(64) {
		if got, want := KnightAttacks(sq), leap(sq, knightOffsets); got != want {
			t.Errorf("KnightAttacks(%d) = %x, want %x", sq, got, want)
		}
		if got, want := KingAttacks(sq), leap(sq, kingOffsets); got != want {
			t.Errorf("KingAttacks(%d) = %x, want %x", sq, got, want)
		}
		if got, want := KnightReach(sq), KnightAttacks(sq).Count(); got != want {
			t.Errorf("KnightReach(%d) = %d, want %d", sq, got, want)
		}
		if got, want := KingReach(sq), KingAttacks(sq).Count(); got != want {
			t.Errorf("KingReach(%d) = %d, want %d", sq, got, want)
		}
		up := leap(sq, [][2]int{{-1, 1}, {1, 1}})
		if got := PawnsAttacksUp(Of(sq)); got != up {
			t.Errorf("PawnsAttacksUp(%d) = %x, want %x", sq, got, up)
		}
		down := leap(sq, [][2]int{{-1, -1}, {1, -1}})
		if got := PawnsAttacksDown(Of(sq)); got != down {
			t.Errorf("PawnsAttacksDown(%d) = %x, want %x", sq, got, down)
		}
		knights += KnightReach(sq)
		kings += KingReach(sq)
	}
	if knights != 336 || kings != 420 {
		t.Errorf("knights reach %d squares and kings %d, want 336 and 420", knights, kings)
	}
}

func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Set(rapid.Uint64().Draw(t, "set"))
		var knights, kings, up, down Set
		for rest := s; rest != 0; rest = rest.WithoutFirst() {
			sq := rest.First()
			knights |= leap(sq, knightOffsets)
			kings |= leap(sq, kingOffsets)
			up |= leap(sq, [][2]int{{-1, 1}, {1, 1}})
			down |= leap(sq, [][2]int{{-1, -1}, {1, -1}})
		}
		for _, c := range []struct {
			name      string
			got, want Set
		}{
			{"KnightsAttacks", KnightsAttacks(s), knights},
			{"KingsAttacks", KingsAttacks(s), kings},
			{"PawnsAttacksUp", PawnsAttacksUp(s), up},
			{"PawnsAttacksDown", PawnsAttacksDown(s), down},
		} {
			if c.got != c.want {
				t.Errorf("%s(%x) = %x, want %x", c.name, s, c.got, c.want)
			}
		}
	})
}

func TestSliders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sq := Square(rapid.Uint8Range(0, 63).Draw(t, "square"))
		occ := Set(rapid.Uint64().Draw(t, "occupied") & rapid.Uint64().Draw(t, "thinned"))
		if got, want := BishopAttacks(sq, occ), slide(sq, occ, bishopSteps); got != want {
			t.Errorf("BishopAttacks(%d, %x) = %x, want %x", sq, occ, got, want)
		}
		if got, want := RookAttacks(sq, occ), slide(sq, occ, rookSteps); got != want {
			t.Errorf("RookAttacks(%d, %x) = %x, want %x", sq, occ, got, want)
		}
		if got, want := QueenAttacks(sq, occ), slide(sq, occ, rookSteps)|slide(sq, occ, bishopSteps); got != want {
			t.Errorf("QueenAttacks(%d, %x) = %x, want %x", sq, occ, got, want)
		}
	})
}

var counts = []struct {
	name  string
	count func(Set) int
}{
	{"shift", CountByShift},
	{"table", CountByTable},
	{"clearing", CountByClearing},
	{"math-bits", Set.Count},
}

func TestCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Set(rapid.Uint64().Draw(t, "set"))
		for _, c := range counts {
			if got, want := c.count(s), bits.OnesCount64(uint64(s)); got != want {
				t.Errorf("%s: count of %x = %d, want %d", c.name, s, got, want)
			}
		}
	})
}

func BenchmarkCount(b *testing.B) {
	// As many squares as a side has pieces in a middle game.
	r := rand.New(rand.NewPCG(1, 1))
	var sets [1024]Set
	for i := range sets {
		for range 12 {
			sets[i] |= Of(Square(r.UintN(64)))
		}
	}
	for _, c := range counts {
		b.Run(c.name, func(b *testing.B) {
			n, i := 0, 0
			for b.Loop() {
				n += c.count(sets[i&1023])
				i++
			}
			_ = n
		})
	}
}

// connectedByLoop is ConnectedPawns as one would say it.
func connectedByLoop(pawns Set, sq Square, dir Direction) Set {
	step := [4][2]int{UpRight: {1, 1}, UpLeft: {-1, 1}, DownLeft: {-1, -1}, DownRight: {1, -1}}[dir]
	file, rank := int(sq&7), int(sq>>3)
	for {
		file, rank = file+step[0], rank+step[1]
		first := at(file, rank)
		if first == 0 {
			return 0
		}
		if pawns&first != 0 {
			if second := at(file+step[0], rank+step[1]); pawns&second != 0 {
				return first | second
			}
			return 0
		}
	}
}

func TestConnectedPawns(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		white := Set(rapid.Uint64().Draw(t, "white"))
		black := Set(rapid.Uint64().Draw(t, "black")) &^ white
		d := DiagonalsOf(white, black)
		for sq := range Square(64) {
			for dir := UpRight; dir <= DownRight; dir++ {
				for color, pawns := range [2]Set{white, black} {
					got, want := d.ConnectedPawns(color, sq, dir), connectedByLoop(pawns, sq, dir)
					if got != want {
						t.Fatalf("ConnectedPawns(%d, %d, %d) = %x, want %x, pawns %x", color, sq, dir, got, want, pawns)
					}
					if got != 0 {
						found++
					}
				}
			}
		}
	})
	if found == 0 {
		t.Error("no connected pawns were drawn")
	}
}

func TestDiagonalsFollowMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		white := Set(rapid.Uint64().Draw(t, "white")) | 1<<12
		black := Set(rapid.Uint64().Draw(t, "black")) &^ (1 << 28)
		d := DiagonalsOf(white, black)
		from := white.First()
		to := Square(rapid.Uint8Range(0, 63).Draw(t, "to"))
		if white.Has(to) {
			return
		}
		d.Move(0, from, to)
		if black.Has(to) {
			d.Flip(1, to)
		}
		if want := DiagonalsOf(white&^Of(from)|Of(to), black&^Of(to)); d != want {
			t.Errorf("after %d to %d the diagonals are %v, want %v", from, to, d, want)
		}
	})
}

func TestQueens(t *testing.T) {
	// OEIS A000170.
	for i, want := range []int{1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596} {
		if n := i + 1; n <= 12 || !testing.Short() {
			if got := CountQueens(n); got != want {
				t.Errorf("CountQueens(%d) = %d, want %d", n, got, want)
			}
		}
	}
}
