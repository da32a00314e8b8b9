package fast

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// TestWide compares what AVX2 computes with the plain twins, which the other tests leave
// out where there is AVX2.
func TestWide(t *testing.T) {
	if !wide() {
		t.Skip("this processor has no AVX2")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var planes [8]bitboard.Set
		for i := range planes {
			planes[i] = bitboard.Set(rng.Uint64() & rng.Uint64())
		}
		var plain, fast [64]uint8
		weavePlain(&plain, &planes)
		weaveWide(&fast, &planes)
		require.Equal(t, plain, fast)
	}
	var r Ranker
	compared := 0
	positions(t, 200, func(h Past, p *board.Position, legal []board.Move) {
		r.Weigh(h, p, legal)
		r.v.opening = false
		again := rng.IntN(255) - 127
		for n := 8; n <= len(legal); n++ { // the last eight overlap with those before in each way
			plain, fast := make([]int32, n), make([]int32, n)
			best, second := ratePlain(&r.v, r.weights, legal[:n], plain, again)
			b, s := rateWide(&r.v, &r.weights[0], &legal[0], &fast[0], n, again)
			require.Equal(t, plain, fast, "%v", p)
			require.Equal(t, [2]int32{best, second}, [2]int32{b, s}, "%v", p)
			compared++
		}
	})
	require.Greater(t, compared, 10_000)
}
