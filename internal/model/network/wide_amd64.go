package network

import "golang.org/x/sys/cpu"

// wide is a Network for processors with AVX2, which compute eight hidden units at
// once. It gives the same results as lanes.
type wide struct {
	hidden int
	pairs  int     // of features
	in     []int16 // of each block, for each pair of features: both numbers of each unit
	bias   []int16
	out    []int32
}

// newWide returns n for this processor, for weights in the given order, or nil if it has no AVX2.
func newWide(n *Network, order []uint8) *wide {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	w := &wide{hidden: n.Hidden, pairs: (n.features() + 1) / 2, bias: n.bias, out: make([]int32, n.Hidden)}
	w.in = make([]int16, 2*w.pairs*n.Hidden)
	for j, feature := range order {
		for k, v := range n.In(int(feature)) {
			block, unit := k/Block, k%Block
			w.in[((block*w.pairs+j/2)*Block+unit)*2+j%2] = v
		}
	}
	for k, v := range n.out {
		w.out[k] = int32(v)
	}
	return w
}

// start sets acc to the biases of a position.
func (w *wide) start(acc []int32, rows []uint16) {
	addRows(&acc[0], &w.bias[0], &rows[0], len(rows), w.hidden)
}

// correct is lanes.correct.
func (w *wide) correct(start []int32, rows [2]uint16, weights *Weights) int32 {
	target, origin := &w.bias[int(rows[0])*w.hidden], &w.bias[int(rows[1])*w.hidden]
	return int32(addWeights(&start[0], target, origin, &w.in[0], &weights[0], &w.out[0], w.pairs, w.hidden/Block) >> outShift)
}

// addRows sets acc to the sum of rows of biases, n of them, at least one; hidden is a
// multiple of Block.
//
//go:noescape
func addRows(acc *int32, bias *int16, rows *uint16, n, hidden int)

// addWeights returns the sum of the outputs of all hidden units for a move, in units
// of 1<<-outShift of a weight. Blocks and pairs are the numbers of blocks of hidden
// units and of pairs of weights.
//
//go:noescape
func addWeights(start *int32, target, origin, in, weights *int16, out *int32, pairs, blocks int) int64
