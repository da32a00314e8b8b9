package train

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/model/moves"
)

// TestNetworkRounding holds that the network in integers does what it does
// while it is learned.
func TestNetworkRounding(t *testing.T) {
	games, err := Games(strings.NewReader(sampleText(40)), 1)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	w := make([]int8, 1<<12)
	for i := range w {
		w[i] = int8(rng.IntN(24) - 12)
	}
	x := newMixer()
	x.draw(rng)
	for i := outAt; i < mixLen; i++ {
		x.p[i] = float32(rng.NormFloat64() * 1.5)
	}
	network := x.rounded()
	plain, err := moves.NewModel(w, true, nil)
	require.NoError(t, err)
	with, err := moves.NewModel(w, true, network)
	require.NoError(t, err)
	tr := &trainer{cells: make([]cell, len(w)), count: moves.MaxFeatures, deep: true, lines: 64}
	for i, v := range w {
		tr.cells[i].w = float32(v) / moves.Unit
	}
	f := &moves.Features{Deep: true, Lines: tr.lines}
	var held []*Game
	var written bytes.Buffer
	for i := range games {
		held = append(held, &games[i])
		for _, c := range tr.choices(f, &games[i], nil) {
			require.NoError(t, tr.known(&c, 1).Write(&written))
		}
	}
	choices, err := ReadChoices(&written)
	require.NoError(t, err)
	g := &gradient{g: make([]float32, mixLen)}
	bits := 0.0
	for _, e := range choices {
		g.bits = 0
		g.add(x.p, e)
		bits += g.bits
	}
	var of tally
	of.measure(nil, with, held)
	if math.Abs(of.sum.integer-bits) > 0.02*bits {
		t.Errorf("%d plies take %.1f bits in integers, %.1f in floating point", of.sum.plies, of.sum.integer, bits)
	}
	var without tally
	without.measure(nil, plain, held)
	if math.Abs(of.sum.integer-without.sum.integer) < 0.01*bits {
		t.Errorf("the network changes nothing: %.1f bits with it, %.1f without", of.sum.integer, without.sum.integer)
	}
}
