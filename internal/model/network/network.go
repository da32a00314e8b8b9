// Package network is the last stage of a model of moves, a small neural network that
// corrects the scores of the moves near the best. It uses integers, so that every
// implementation gives the same result.
package network

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Contexts is the number of classifications of a position that bias the hidden units:
// material, the mover's rating, plies left, by how much the best move is better than
// the second, number of legal moves, check and result.
const Contexts = 6

// ContextSizes are their numbers of classes.
var ContextSizes = [Contexts]int{14, 15, 16, 32, 16, 8}

// Rows of a network's biases: for the classes of Contexts, the piece on each square,
// the last moves, and the moves. Squares are seen from the mover, its first rank at
// the bottom.
const (
	Classes   = 14 + 15 + 16 + 32 + 16 + 8 // of all Contexts
	PieceRow  = Classes                    // our pawn to king on each square, then the enemy's
	ReplyRow  = PieceRow + 2*6*64          // the target of the opponent's last move
	StartRow  = ReplyRow + 64              // its origin
	PlanRow   = StartRow + 64              // the target of our last move
	TargetRow = PlanRow + 64               // of a move: kind (7 is castling, 0 underpromotion) and target
	OriginRow = TargetRow + 8*64           // kind and origin
	Rows      = OriginRow + 8*64
)

// Network is the last stage of a model. Its inputs for each legal move are the
// weights of the features, the position and the move; it corrects the sum of the
// weights. It is a layer of hidden units that count only above zero.
//
//	acc[k] = sum of bias[r][k] over the rows r + sum of in[j][k] weight[j]
//	score  = sum of weights + (sum of out[k] (max(acc[k], 0) >> 4)) >> 9
//
// The rows are those of the position and two of the move. A move whose sum of weights
// is more than Near below the best is not corrected.
//
// Weights are in 1/32 of a natural logarithm, in in 1/64, bias in 1/2048, out in
// 1/128. A list has one number for each hidden unit.
type Network struct {
	Hidden int // a multiple of Block, at most 255 times Block

	in   []int16 // a list for each feature
	bias []int16 // Rows lists
	out  []int16 // one list
}

// Block divides the number of hidden units.
const Block = 24

// Units of a network's numbers: of In, and of Out.
const (
	InUnit  = 64
	OutUnit = 128
)

// Near is the greatest distance from the best move at which a network corrects moves,
// in units of weights: four natural logarithms.
const Near = 128

// MaxFeatures is the largest number of features of a move.
const MaxFeatures = 55

// ErrNetwork is returned for bytes or numbers that are not a network.
var ErrNetwork = errors.New("not a network")

const (
	hiddenShift = 4
	outShift    = 9
)

// MaxSum bounds the magnitude of a hidden unit's sum.
const MaxSum = 1<<20 - 1

// New returns a network of zeros for a number of features.
func New(hidden, features int) *Network {
	return &Network{hidden, make([]int16, features*hidden), make([]int16, Rows*hidden), make([]int16, hidden)}
}

// In returns the list of a feature, of numbers from -128 to 127, which may be changed
// until the network is used.
func (n *Network) In(feature int) []int16 { return n.in[feature*n.Hidden:][:n.Hidden] }

// Bias returns the list of a row, which may be changed until the network is used.
func (n *Network) Bias(row int) []int16 { return n.bias[row*n.Hidden:][:n.Hidden] }

// Out returns the list out, which may be changed until the network is used.
func (n *Network) Out() []int16 { return n.out }

// features returns the number of features.
func (n *Network) features() int { return len(n.in) / n.Hidden }

// Most returns the largest magnitude that the sum of a hidden unit can have: every
// square has at most one piece.
func (n *Network) Most(unit int) int {
	most := 0
	for j := range n.features() {
		most += 128 * abs(n.In(j)[unit])
	}
	largest := func(first, count, step int) (m int) {
		for i := range count {
			m = max(m, abs(n.Bias(first + i*step)[unit]))
		}
		return m
	}
	row := 0
	for _, size := range ContextSizes {
		most += largest(row, size, 1)
		row += size
	}
	for square := range 64 {
		most += largest(PieceRow+square, 2*6, 64)
	}
	for _, size := range [...]struct{ first, count int }{{ReplyRow, 64}, {StartRow, 64}, {PlanRow, 64}, {TargetRow, 8 * 64}, {OriginRow, 8 * 64}} {
		most += largest(size.first, size.count, 1)
	}
	return most
}

func abs(v int16) int { return max(int(v), -int(v)) }

// Check returns an error if n is not valid for a number of features.
func (n *Network) Check(features int) error {
	h := n.Hidden
	if h < Block || h > math.MaxUint8*Block || h%Block != 0 || len(n.in) != features*h || len(n.bias) != Rows*h || len(n.out) != h {
		return fmt.Errorf("%w: %d hidden units, want a multiple of %d, and numbers for %d features", ErrNetwork, h, Block, features)
	}
	for k := range h {
		if most := n.Most(k); most > MaxSum {
			return fmt.Errorf("%w: hidden unit %d can add up to %d, want at most %d", ErrNetwork, k, most, MaxSum)
		}
	}
	return nil
}

// Append appends n in the form of a model's file: the number of blocks, In, one byte
// each, Bias and Out, two bytes each, little-endian.
func (n *Network) Append(dst []byte) []byte {
	dst = append(dst, byte(n.Hidden/Block))
	for _, v := range n.in {
		dst = append(dst, byte(v))
	}
	for _, list := range [...][]int16{n.bias, n.out} {
		for _, v := range list {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
		}
	}
	return dst
}

// Parse reads a network of Append, for a number of features.
func Parse(part []byte, features int) (*Network, error) {
	if len(part) == 0 || part[0] == 0 {
		return nil, fmt.Errorf("%w: no hidden units", ErrNetwork)
	}
	hidden := int(part[0]) * Block
	part = part[1:]
	if size := hidden * (features + 2*Rows + 2); len(part) != size {
		return nil, fmt.Errorf("%w: %d hidden units in %d bytes, want %d", ErrNetwork, hidden, len(part), size)
	}
	n := New(hidden, features)
	for i := range n.in {
		n.in[i] = int16(int8(part[i]))
	}
	part = part[len(n.in):]
	for _, list := range [...][]int16{n.bias, n.out} {
		for i := range list {
			list[i] = int16(binary.LittleEndian.Uint16(part[2*i:]))
		}
		part = part[2*len(list):]
	}
	return n, n.Check(features)
}
