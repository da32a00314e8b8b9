package network

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
)

// drawnNetwork returns a Network whose numbers are drawn from a range, small enough that
// no hidden unit adds up to more than MaxSum.
func drawnNetwork(hidden, features int, draw func(most int) int) *Network {
	n := New(hidden, features)
	for i := range n.in {
		n.in[i] = int16(draw(60))
	}
	for i := range n.bias {
		n.bias[i] = int16(draw(7000))
	}
	for i := range n.out {
		n.out[i] = int16(draw(math.MaxInt16))
	}
	return n
}

// plainCorrect is what Network says, one hidden unit after the other.
func plainCorrect(n *Network, position []uint16, rows [2]uint16, w *Weights) int32 {
	var sum int64
	for k := range n.Hidden {
		acc := int64(n.Bias(int(rows[0]))[k]) + int64(n.Bias(int(rows[1]))[k])
		for _, r := range position {
			acc += int64(n.Bias(int(r))[k])
		}
		for j := range n.features() {
			acc += int64(n.In(j)[k]) * int64(w[j])
		}
		sum += int64(n.out[k]) * (max(acc, 0) >> hiddenShift)
	}
	return int32(sum >> outShift)
}

// TestNetworks compares lanes and wide with the plain network, and at the ends of all
// ranges.
func TestNetworks(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for name, draw := range map[string]func(most int) int{
		"random":  func(most int) int { return rng.IntN(2*most+1) - most },
		"highest": func(most int) int { return most },
		"lowest":  func(most int) int { return -most },
		"mixed":   func(most int) int { return most - 2*most*rng.IntN(2) },
	} {
		for _, hidden := range []int{Block, 3 * Block} {
			for _, features := range []int{48, MaxFeatures} {
				n := drawnNetwork(hidden, features, draw)
				require.NoError(t, n.Check(features))
				order := make([]uint8, features)
				for j, feature := range rng.Perm(features) {
					order[j] = uint8(feature)
				}
				lanes, wide := newLanes(n, order), newWide(n, order)
				packed, plain := make([]words, hidden/Block), make([]int32, hidden)
				for i := range 200 {
					position := drawnRows(rng)
					rows := [2]uint16{TargetRow + uint16(rng.IntN(512)), OriginRow + uint16(rng.IntN(512))}
					var w, ordered Weights
					for j, feature := range order {
						ordered[j] = int16([]int{-128, 127, rng.IntN(256) - 128, rng.IntN(2) * (rng.IntN(256) - 128)}[i%4])
						w[feature] = ordered[j]
					}
					want := plainCorrect(n, position, rows, &w)
					lanes.start(packed, position)
					require.Equal(t, want, lanes.correct(packed, rows, &ordered), name)
					if wide != nil {
						wide.start(plain, position)
						require.Equal(t, want, wide.correct(plain, rows, &ordered), name)
					}
				}
			}
		}
	}
	if runtime.GOARCH == "amd64" {
		require.Equal(t, cpu.X86.HasAVX2, newWide(New(Block, 48), nil) != nil)
	}
}

// drawnRows returns the rows of a position with a piece on every square.
func drawnRows(rng *rand.Rand) (rows []uint16) {
	base := 0
	for _, size := range ContextSizes {
		rows = append(rows, uint16(base+rng.IntN(size)))
		base += size
	}
	for square := range 64 {
		rows = append(rows, uint16(PieceRow+64*rng.IntN(12)+square))
	}
	return append(rows, uint16(ReplyRow+rng.IntN(64)), uint16(StartRow+rng.IntN(64)), uint16(PlanRow+rng.IntN(64)))
}

// TestMost checks that Most is what a hidden unit can add up to, and that a network that
// could add up to more is refused.
func TestMost(t *testing.T) {
	n := New(Block, 48)
	require.Zero(t, n.Most(5))
	n.In(7)[5] = -3
	n.Bias(2)[5] = 10                     // of one class of material
	n.Bias(13)[5] = -11                   // another
	n.Bias(14)[5] = 5                     // of a rating
	n.Bias(PieceRow + 64*3 + 17)[5] = 100 // of one piece on a square
	n.Bias(PieceRow + 64*9 + 17)[5] = 70
	n.Bias(PieceRow + 64*9 + 18)[5] = 7
	n.Bias(ReplyRow + 63)[5], n.Bias(StartRow)[5], n.Bias(PlanRow + 1)[5] = 1000, 2000, 3000
	n.Bias(TargetRow + 511)[5], n.Bias(OriginRow + 511)[5] = 10_000, 20_000
	require.Equal(t, 3*128+11+5+100+7+36_000, n.Most(5))
	require.Zero(t, n.Most(4))
	require.NoError(t, n.Check(48))
	for j := range n.in {
		n.in[j] = 127
	}
	for square := range 64 {
		n.Bias(PieceRow + 64 + square)[5] = 5000
	}
	require.Greater(t, n.Most(5), MaxSum)
	require.ErrorIs(t, n.Check(48), ErrNetwork)
	for _, size := range []int{0, 1, 23, 25, 256 * Block} {
		require.ErrorIs(t, (&Network{Hidden: size}).Check(48), ErrNetwork)
	}
}
