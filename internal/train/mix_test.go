package train

import (
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
		w[i] = int8(rng.IntN(40) - 20)
	}
	x := newMixer()
	x.draw(rng)
	for i := outAt; i < mixLen; i++ {
		x.p[i] = float32(rng.NormFloat64())
	}
	network := x.rounded()
	plain, err := moves.NewModel(w, true, nil)
	require.NoError(t, err)
	with, err := moves.NewModel(w, true, network)
	require.NoError(t, err)
	var held []*Game
	for i := range games {
		held = append(held, &games[i])
	}
	tr := &trainer{count: moves.MaxFeatures, deep: true, lines: 64, threads: 1}
	g := &gradient{g: make([]float32, mixLen)}
	bits := 0.0
	for _, e := range tr.examples(plain, held) {
		g.bits = 0
		g.add(x.p, &e)
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
