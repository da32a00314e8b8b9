package network

// laneBits are the bits of a lane; a word has three lanes, one for each hidden unit.
// The magnitude of a sum is at most MaxSum.
const (
	laneBits = 21
	laneHalf = 1 << (laneBits - 1)
	laneMask = 1<<laneBits - 1
)

// blockWords is the number of words of a block.
const blockWords = Block / 3

// words are the hidden units of a block, three in a word.
type words [blockWords]uint64

// lanes is a Network with three hidden units in a word: sums and products of words,
// modulo 1<<64, are correct in each lane.
type lanes struct {
	blocks int
	in     [][]words // of each block, for each feature
	bias   []words   // blocks for each row
	out    []int32
}

// newLanes returns the lanes of n, which must be valid, for weights in the given order.
func newLanes(n *Network, order []uint8) *lanes {
	blocks := n.Hidden / Block
	l := &lanes{blocks, make([][]words, blocks), make([]words, Rows*blocks), make([]int32, n.Hidden)}
	pack := func(to *words, from []int16) {
		for k, v := range from {
			to[k/3] += uint64(int64(v)) << (k % 3 * laneBits)
		}
	}
	for b := range blocks {
		l.in[b] = make([]words, n.features())
		for j, feature := range order {
			pack(&l.in[b][j], n.In(int(feature))[b*Block:][:Block])
		}
		for r := range Rows {
			pack(&l.bias[r*blocks+b], n.Bias(r)[b*Block:][:Block])
		}
	}
	for k, v := range n.out {
		l.out[k] = int32(v)
	}
	return l
}

// start sets acc to the biases of a position. It adds half a lane to each, so that no
// lane is negative when it is extracted.
func (l *lanes) start(acc []words, rows []uint16) {
	for b := range acc {
		a := &acc[b]
		for i := range a {
			a[i] = laneHalf | laneHalf<<laneBits | laneHalf<<(2*laneBits)
		}
		for _, r := range rows {
			for i, v := range &l.bias[int(r)*l.blocks+b] {
				a[i] += v
			}
		}
	}
}

// correct returns the network's correction of the score of a move, given its rows and
// its features' weights.
func (l *lanes) correct(start []words, rows [2]uint16, weights *Weights) int32 {
	var sum int64
	for b := range start {
		s, t, o := &start[b], &l.bias[int(rows[0])*l.blocks+b], &l.bias[int(rows[1])*l.blocks+b]
		a0, a1, a2, a3 := s[0]+t[0]+o[0], s[1]+t[1]+o[1], s[2]+t[2]+o[2], s[3]+t[3]+o[3]
		a4, a5, a6, a7 := s[4]+t[4]+o[4], s[5]+t[5]+o[5], s[6]+t[6]+o[6], s[7]+t[7]+o[7]
		ins := l.in[b]
		for j, w := range weights[:len(ins)] {
			if w == 0 {
				continue
			}
			x := uint64(int64(w))
			in := &ins[j]
			a0 += in[0] * x
			a1 += in[1] * x
			a2 += in[2] * x
			a3 += in[3] * x
			a4 += in[4] * x
			a5 += in[5] * x
			a6 += in[6] * x
			a7 += in[7] * x
		}
		outs := (*[Block]int32)(l.out[b*Block:])
		for i, a := range [blockWords]uint64{a0, a1, a2, a3, a4, a5, a6, a7} {
			out := (*[3]int32)(outs[3*i:])
			sum += int64(out[0]) * above(a&laneMask)
			sum += int64(out[1]) * above(a>>laneBits&laneMask)
			sum += int64(out[2]) * above(a>>(2*laneBits)&laneMask)
		}
	}
	return int32(sum >> outShift)
}

// above returns the output of a hidden unit in a lane.
func above(lane uint64) int64 {
	v := int64(lane) - laneHalf
	return v &^ (v >> 63) >> hiddenShift
}
