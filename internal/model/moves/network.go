package moves

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Hidden is the number of hidden units of a network.
const Hidden = 32

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
// Weights are in 1/32 of a natural logarithm, in in 1/64, bias in 1/2048, out
// in 1/128.
type Network struct {
	In   [numFeatures][Hidden]int16 // -127 to 127
	Bias [ContextRows][Hidden]int32 // 16 bits each in a file
	Out  [Hidden]int16
}

// Units of a network's numbers: of In, and of Out.
const (
	InUnit  = 64
	OutUnit = 128
)

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
