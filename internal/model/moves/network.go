package moves

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Hidden is the number of hidden units of a network.
const Hidden = 33

// Contexts are the ways to class a position by which a network's hidden units
// are biased: material, the mover's rating, plies left, by how much the best
// move is better than the second, number of legal moves, check and result.
const Contexts = 6

// ContextSizes are the numbers of classes of each.
var ContextSizes = [Contexts]int{14, 15, 16, 32, 16, 8}

// ContextRows is the number of classes of all Contexts together.
const ContextRows = 14 + 15 + 16 + 32 + 16 + 8

// Contexts returns the classes of the position prepared last, which had n
// legal moves, each as its number among the classes of all kinds.
func (f *Features) Contexts(n int) (rows [Contexts]uint8) {
	class := [Contexts]uint32{
		f.v.phase, f.c.o.elo, f.c.o.left, uint32(f.c.gap),
		uint32(min(bits.Len(uint(n))*2+n>>max(bits.Len(uint(n))-2, 0)&1, 15)),
		f.v.check<<2 | f.c.o.result,
	}
	base := uint32(0)
	for i, c := range class {
		rows[i] = uint8(base + min(c, uint32(ContextSizes[i]-1)))
		base += uint32(ContextSizes[i])
	}
	return rows
}

// Network is the last stage of a deep model. It sees for each legal move the
// weights that its features gave, and corrects their sum: a layer of hidden
// units, biased by the position's contexts, that count only above zero.
//
//	acc[k] = sum of bias[c][k] over the contexts c + sum of in[j][k] weight[j]
//	score  = sum of weights + (sum of out[k] (max(acc[k], 0) >> 4)) >> 9
//
// It leaves a move alone whose sum of weights is more than Near below the best.
//
// Weights are in 1/32 of a natural logarithm, in in 1/64, bias in 1/2048, out
// in 1/128.
type Network struct {
	In   [numFeatures][Hidden]int16 // -127 to 127
	Bias [ContextRows][Hidden]int32 // -MaxBias to MaxBias, 16 bits each in a file
	Out  [Hidden]int16
}

// Units of a network's numbers: of In, and of Out.
const (
	InUnit  = 64
	OutUnit = 128
)

// MaxBias bounds the numbers of Bias.
const MaxBias = 1 << 14

// Near is how far below the best move others are that a network corrects, in
// units of weights: five natural logarithms.
const Near = 160

const (
	hiddenShift = 4
	outShift    = 9
	maxHidden   = 1<<20 - 1
)

// networkSize is the size of a network in a model's file.
const networkSize = numFeatures*Hidden + 2*ContextRows*Hidden + 2*Hidden

// start sets acc to the biases of a position.
func (n *Network) start(acc *[Hidden]int32, rows [Contexts]uint8) {
	*acc = n.Bias[rows[0]]
	for _, r := range rows[1:] {
		b := &n.Bias[r]
		for k := range acc {
			acc[k] += b[k]
		}
	}
}

// correct returns what the network adds to the score of a move whose features
// have the given weights.
func (n *Network) correct(start *[Hidden]int32, weights *[numFeatures]int8) int32 {
	acc := *start
	for j, w := range weights {
		if w == 0 {
			continue
		}
		x := int32(w)
		in := &n.In[j]
		for k := range acc {
			acc[k] += int32(in[k]) * x
		}
	}
	var sum int64
	for k, a := range acc {
		if a > 0 {
			sum += int64(n.Out[k]) * int64(min(a>>hiddenShift, maxHidden))
		}
	}
	return int32(sum >> outShift)
}

// laneBits are the bits of a lane: each of three hidden units has one in a word. A
// sum is between -1<<20 and 1<<20: 55 weights of 8 bits times 8 bits, and six biases
// of MaxBias, make 999,424 at most.
const (
	laneBits = 21
	laneHalf = 1 << (laneBits - 1)
	laneMask = 1<<laneBits - 1
	words    = (Hidden + 2) / 3
)

// lanes is a Network whose hidden units stand three in a word: what is added and
// multiplied there, modulo 1<<64, is as in each unit alone. Its twin is Network.
type lanes struct {
	in   [numFeatures][words]uint64
	bias [ContextRows][words]uint64
	out  [3 * words]int32
}

// newLanes returns the lanes of n, nil if they are too narrow for its numbers.
func newLanes(n *Network) *lanes {
	l := new(lanes)
	pack := func(row *[words]uint64, unit int, v, most int32) bool {
		row[unit/3] += uint64(int64(v)) << (unit % 3 * laneBits)
		return -most <= v && v <= most
	}
	fits := true
	for k := range Hidden {
		for j := range n.In {
			fits = pack(&l.in[j], k, int32(n.In[j][k]), 1<<7) && fits
		}
		for r := range n.Bias {
			fits = pack(&l.bias[r], k, n.Bias[r][k], MaxBias) && fits
		}
		l.out[k] = int32(n.Out[k])
	}
	if !fits {
		return nil
	}
	return l
}

// start sets acc to the biases of a position. It adds half a lane to each, so that
// none is below zero when it is taken out.
func (l *lanes) start(acc *[words]uint64, rows [Contexts]uint8) {
	for i := range acc {
		acc[i] = laneHalf | laneHalf<<laneBits | laneHalf<<(2*laneBits)
	}
	for _, r := range rows {
		b := &l.bias[r]
		for i := range acc {
			acc[i] += b[i]
		}
	}
}

// correct returns what Network.correct does.
func (l *lanes) correct(start *[words]uint64, weights *[numFeatures]int8) int32 {
	a0, a1, a2, a3, a4, a5 := start[0], start[1], start[2], start[3], start[4], start[5]
	a6, a7, a8, a9, a10 := start[6], start[7], start[8], start[9], start[10]
	for j, w := range weights {
		if w == 0 {
			continue
		}
		x := uint64(int64(w))
		in := &l.in[j]
		a0 += in[0] * x
		a1 += in[1] * x
		a2 += in[2] * x
		a3 += in[3] * x
		a4 += in[4] * x
		a5 += in[5] * x
		a6 += in[6] * x
		a7 += in[7] * x
		a8 += in[8] * x
		a9 += in[9] * x
		a10 += in[10] * x
	}
	var sum int64
	for i, a := range [words]uint64{a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10} {
		out := (*[3]int32)(l.out[3*i:])
		sum += int64(out[0]) * above(a&laneMask)
		sum += int64(out[1]) * above(a>>laneBits&laneMask)
		sum += int64(out[2]) * above(a>>(2*laneBits)&laneMask)
	}
	return int32(sum >> outShift)
}

// above returns what a hidden unit of a lane gives.
func above(lane uint64) int64 {
	v := int64(lane) - laneHalf
	return v &^ (v >> 63) >> hiddenShift
}

// append appends n as it stands in a model's file: In, one byte each, Bias
// and Out, two bytes each, little-endian.
func (n *Network) append(dst []byte) []byte {
	for j := range n.In {
		for _, v := range n.In[j] {
			dst = append(dst, byte(v))
		}
	}
	for r := range n.Bias {
		for _, v := range n.Bias[r] {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
		}
	}
	for _, v := range n.Out {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
	}
	return dst
}

func parseNetwork(part []byte) (*Network, error) {
	if len(part) != networkSize {
		return nil, fmt.Errorf("%w: network of %d bytes, want %d", ErrModel, len(part), networkSize)
	}
	n := new(Network)
	for j := range n.In {
		for k := range n.In[j] {
			n.In[j][k] = int16(int8(part[0]))
			part = part[1:]
		}
	}
	for r := range n.Bias {
		for k := range n.Bias[r] {
			n.Bias[r][k] = int32(int16(binary.LittleEndian.Uint16(part)))
			part = part[2:]
		}
	}
	for k := range n.Out {
		n.Out[k] = int16(binary.LittleEndian.Uint16(part))
		part = part[2:]
	}
	return n, nil
}
