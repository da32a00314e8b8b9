package train

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
)

// TestNetworkRounding checks that the network in integers does what it does
// while it is learned.
func TestNetworkRounding(t *testing.T) {
	games, err := Games(strings.NewReader(sampleText(40)), 1)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	w := make([]int8, 1<<12)
	for i := range w {
		w[i] = int8(rng.IntN(24) - 12)
	}
	for _, deep := range []bool{false, true} {
		networkRounding(t, games, w, deep, rng)
	}
}

func networkRounding(t *testing.T, games []Game, w []int8, deep bool, rng *rand.Rand) {
	count := (&moves.Features{Deep: deep}).Count()
	x := newMixer(2*network.Block, count)
	x.draw(rng)
	for i := x.biasAt(0); i < x.outAt(); i++ {
		x.p[i] = float32(rng.NormFloat64() * 0.2)
	}
	for i := x.outAt(); i < len(x.p); i++ {
		x.p[i] = float32(rng.NormFloat64() * 0.6)
	}
	drawn := x.rounded()
	plain, err := moves.NewModel(w, deep, nil)
	require.NoError(t, err)
	with, err := moves.NewModel(w, deep, drawn)
	require.NoError(t, err)
	tr := &trainer{cells: make([]cell, len(w)), count: count, deep: deep, lines: 64}
	for i, v := range w {
		tr.cells[i].w = float32(v) / moves.Unit
	}
	f := &moves.Features{Deep: deep, Lines: tr.lines}
	var held []*Game
	var written []byte
	for i := range games {
		held = append(held, &games[i])
		for _, c := range tr.choices(f, &games[i], true, nil) {
			written = append(written, tr.known(&c)...)
		}
	}
	choices, err := CutChoices(written, deep)
	require.NoError(t, err)
	_, err = CutChoices(written[:len(written)-1], deep)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	g := x.grads[0]
	bits := 0.0
	for _, e := range choices {
		g.bits = 0
		x.add(g, e)
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

// TestLearn checks that a network learns, alike with any number of threads, and that its
// gradient is what a small change of each kind of number makes.
func TestLearn(t *testing.T) {
	games, err := Games(strings.NewReader(sampleText(800)), 1)
	require.NoError(t, err)
	sources := []Source{{Name: "ours", Games: games}}
	var list []Choice
	data, err := Run(t.Context(), sources, Options{Lines: 256, Choices: func(c Choice) error {
		list = append(list, c)
		return nil
	}})
	require.NoError(t, err)
	m, err := moves.ParseModel(data)
	require.NoError(t, err)
	var first []byte
	for _, threads := range []int{1, 3} {
		data, err = Mix(sources, list, m, network.Block, Options{Threads: threads})
		require.NoError(t, err)
		if first == nil {
			first = data
		}
		require.True(t, bytes.Equal(first, data), "%d threads", threads)
	}
	with, err := moves.ParseModel(first)
	require.NoError(t, err)
	require.Contains(t, with.About(), "network: 24 hidden units")

	x := newMixer(network.Block, (&moves.Features{}).Count())
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range x.p {
		x.p[i] = float32(rng.NormFloat64() * 0.2)
	}
	cost := func() float64 {
		g := x.grads[1]
		g.bits = 0
		for _, e := range list[:50] {
			x.add(g, e)
		}
		return g.bits
	}
	clear(x.grads[1].g)
	cost()
	grad := slices.Clone(x.grads[1].g)
	order := rng.Perm(len(x.p))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(float64(grad[b])), math.Abs(float64(grad[a]))) })
	for _, i := range append(order[:20:20], x.outAt(), x.inAt(3), x.biasAt(network.Classes)) {
		const step = 0.01
		was := x.p[i]
		x.p[i] = was + step
		up := cost()
		x.p[i] = was - step
		down := cost()
		x.p[i] = was
		require.InDelta(t, (up-down)/(2*step)*math.Ln2, float64(grad[i]), 0.05*math.Abs(float64(grad[i]))+0.05, "number %d", i)
	}
}
