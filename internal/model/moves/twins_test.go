package moves

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/network"
)

// drawnNetwork returns a network whose numbers are drawn from a range, small enough that
// it is sound.
func drawnNetwork(hidden, features int, draw func(most int) int) *network.Network {
	n := network.New(hidden, features)
	fill := func(list []int16, most int) {
		for i := range list {
			list[i] = int16(draw(most))
		}
	}
	for j := range features {
		fill(n.In(j), 60)
	}
	for r := range network.Rows {
		fill(n.Bias(r), 7000)
	}
	fill(n.Out(), math.MaxInt16)
	return n
}

// TestWide compares what a processor does at once with its plain twin.
func TestWide(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	fill := func(list []uint32) {
		for i := range list {
			list[i] = rng.Uint32()
		}
	}
	weights := make([]byte, 1<<12)
	for range 1000 {
		f := Features{Lines: 1 + rng.Uint32N(MaxLines)}
		for i := range f.rows {
			f.rows[i] = rng.Uint64()
		}
		around := [4]uint64{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}
		first, end := 8*rng.IntN(slots/8), 8+8*rng.IntN(slots/8)
		if first >= end {
			continue
		}
		var piece [numPiece]uint32
		fill(piece[:])
		var got, want [slots]uint32
		fill(got[:])
		want = got
		to := rng.Uint32N(64)
		spread(&got, &piece, to)
		spreadPiece(&want, &piece, to)
		require.Equal(t, want, got)
		hashCells(want[first:end], f.rows[first:], &around, uint64(f.Lines))
		f.hash(got[first:end], first, &around)
		require.Equal(t, want, got)

		for i := range want {
			want[i] %= uint32(len(weights))
			weights[want[i]] = byte(rng.Uint32())
		}
		count := []int{numShallow, numFeatures}[rng.IntN(2)]
		var a, b network.Weights
		require.Equal(t, fetchWeights(&a, weights, want[:count]), fetch(&b, weights, want[:count]))
		require.Equal(t, a, b)
	}
}

// TestReach compares the squares that pieces attack with their plain twin.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for i := range 20000 {
		var m pieces
		for k := pawn; k <= king; k++ {
			m[k] = bitboard.Set(rng.Uint64() & rng.Uint64() & rng.Uint64())
			if i%2 == 0 {
				m[k] &= bitboard.Set(rng.Uint64())
			}
		}
		occ := m.all() | bitboard.Set(rng.Uint64()&rng.Uint64())
		for _, flip := range []board.Square{0, 56} {
			require.Equal(t, m.reach(occ, flip), reached(&m, occ, flip))
		}
	}
}

// TestBalance compares the balance that a search keeps with that of all pieces, seen by
// both sides.
func TestBalance(t *testing.T) {
	var v view
	v.search.on = true
	moves := 0
	visit(t, 30, func(p *board.Position, past *Past, _ *Known, legal []board.Move) {
		v.read(p, past)
		for _, m := range legal {
			var a act
			v.look(m, &a)
			pl, touched := v.play(m, &a)
			now := v.search.balance + pl.balance(touched) - v.pl.balance(touched)
			require.Equal(t, pl.balance(pl.occupied()), now, "%v %v", p, m)
			occ := pl.occupied()
			turnedOver := planes{turned(pl.p0), turned(pl.p1), turned(pl.p2), turned(occ &^ pl.us)}
			require.Equal(t, -now, turnedOver.balance(turnedOver.occupied()))
			// The values that look derives from the view are those of a search from
			// the position, and equal for both sides, whichever way their pawns move.
			require.Equal(t, capturesOf(&pl, 0, now)-now, a.menace)
			require.Equal(t, capturesOf(&turnedOver, 0, -now), capturesOf(&pl, 56, -now))
			moves++
		}
	})
	require.Greater(t, moves, 10000)
}

// capturesOf returns what a search finds for one side, whose pawns move as flip says.
func capturesOf(pl *planes, flip board.Square, value int32) int32 {
	var us, them pieces
	pl.split(&us, pl.us)
	pl.split(&them, pl.occupied()&^pl.us)
	n := node{&us, &them, pl.occupied(), flip}
	if flip != 0 {
		n.us, n.them = n.them, n.us
	}
	return n.captures(n.us.reach(n.occ, flip), value, -infinite, infinite, menaceDepth)
}
