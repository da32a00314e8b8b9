package moves

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

// drawnNetwork returns a Network whose numbers are drawn from a range.
func drawnNetwork(draw func(most int) int) *Network {
	n := new(Network)
	for j := range n.In {
		for k := range n.In[j] {
			n.In[j][k] = int16(draw(128))
		}
	}
	for r := range n.Bias {
		for k := range n.Bias[r] {
			n.Bias[r][k] = int32(draw(MaxBias))
		}
	}
	for k := range n.Out {
		n.Out[k] = int16(draw(1 << 14))
	}
	return n
}

// TestLanes compares lanes with the plain network, and at the ends of all ranges.
func TestLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for name, draw := range map[string]func(most int) int{
		"random":  func(most int) int { return rng.IntN(2*most+1) - most },
		"highest": func(most int) int { return most },
		"lowest":  func(most int) int { return -most },
		"mixed":   func(most int) int { return most - 2*most*rng.IntN(2) },
	} {
		n := drawnNetwork(draw)
		l := newLanes(n)
		require.NotNil(t, l)
		for i := range 500 {
			var rows [Contexts]uint8
			for c := range rows {
				rows[c] = uint8(rng.IntN(ContextRows))
			}
			var weights [numFeatures]int8
			for j := range weights {
				switch i % 4 {
				case 0:
					weights[j] = -128
				case 1:
					weights[j] = 127
				case 2:
					weights[j] = int8(rng.IntN(256))
				default:
					weights[j] = int8(rng.IntN(2) * rng.IntN(256))
				}
			}
			var plain [Hidden]int32
			var packed [words]uint64
			n.start(&plain, rows)
			l.start(&packed, rows)
			require.Equal(t, n.correct(&plain, &weights), l.correct(&packed, &weights), name)
		}
	}
	for name, spoil := range map[string]func(n *Network){
		"in":   func(n *Network) { n.In[54][32] = 129 },
		"bias": func(n *Network) { n.Bias[ContextRows-1][0] = -MaxBias - 1 },
	} {
		n := new(Network)
		spoil(n)
		require.Nil(t, newLanes(n), name)
	}
}

// TestTables compares what models of the usual sizes predict with what those of
// unknown size do, and with and without lanes.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, c := range []struct {
		lines int
		deep  bool
		net   *Network
	}{
		{UsualLines, false, nil}, {UsualLines, true, nil}, {LargeLines, false, nil}, {LargeLines, true, nil},
		{LargeLines, true, drawnNetwork(func(most int) int { return rng.IntN(2*most+1) - most })},
	} {
		w := make([]int8, c.lines*LineWeights)
		for i := range w {
			w[i] = int8(i*7 + i>>9)
		}
		m, err := NewModel(w, c.deep, c.net)
		require.NoError(t, err)
		require.True(t, m.usual != nil || m.large != nil)
		plain := *m
		plain.usual, plain.large, plain.lanes = nil, nil, nil
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
			// What look has from the view is what a search from the position finds, and both
			// sides find the same, whichever way their pawns move.
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
