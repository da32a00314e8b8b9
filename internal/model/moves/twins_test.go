package moves

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

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

// TestTables compares what models of the usual sizes predict with what those of
// unknown size do.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, c := range []struct {
		lines int
		deep  bool
		net   *network.Network
	}{
		{UsualLines, false, nil}, {UsualLines, true, nil}, {LargeLines, false, nil}, {LargeLines, true, nil},
		{UsualLines, false, drawnNetwork(2*network.Block, numShallow, func(most int) int { return rng.IntN(2*most+1) - most })},
		{LargeLines, true, drawnNetwork(4*network.Block, numFeatures, func(most int) int { return rng.IntN(2*most+1) - most })},
	} {
		w := make([]int8, c.lines*LineWeights)
		for i := range w {
			w[i] = int8(i*7 + i>>9)
		}
		m, err := NewModel(w, c.deep, c.net)
		require.NoError(t, err)
		require.True(t, m.usual != nil || m.large != nil)
		plain := *m
		plain.usual, plain.large = nil, nil
		p, q := NewPredictor(m), NewPredictor(&plain)
		visit(t, 9, func(at *board.Position, past *Past, known *Known, legal []board.Move) {
			got := slices.Clone(p.Predict(at, past, known, legal))
			require.Equal(t, q.Predict(at, past, known, legal), got)
		})
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
			require.Equal(t, settleOf(&pl, 0, now)-now, a.menace)
			require.Equal(t, settleOf(&turnedOver, 0, -now), settleOf(&pl, 56, -now))
			moves++
		}
	})
	require.Greater(t, moves, 10000)
}

// settleOf returns what a search finds for one side, whose pawns move as flip says.
func settleOf(pl *planes, flip uint8, value int32) int32 {
	var us, them pieces
	pl.split(&us, pl.us)
	pl.split(&them, pl.occupied()&^pl.us)
	n := node{&us, &them, pl.occupied(), flip}
	if flip != 0 {
		n.us, n.them = n.them, n.us
	}
	return n.settle(value, -infinite, infinite, menaceDepth)
}
