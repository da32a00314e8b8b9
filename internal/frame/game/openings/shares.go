package openings

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// one is the sum of all weights.
const one = rangecoder.One

// The layers of counts: moves in the frame from a position, of a player with his own
// pieces on these squares, and of a player from a position.
const (
	byFrame = iota
	byPieces
	byPlayer
	layers
)

// The initial weight, in games, of the estimate below a layer.
const (
	beneathFrame  = 128
	beneathPieces = 64
	beneathPlayer = 2
)

var beneath = [layers]uint32{byFrame: beneathFrame, byPieces: beneathPieces, byPlayer: beneathPlayer}

// share is the weight, in 1/65536, of the estimate below the counts of a node,
// learned from similar nodes.
type share struct {
	size uint32
	seen uint32 // moves
}

const (
	leastShare = 16 // on both sides
	// Learning rates of a share as powers of two: first and last.
	firstRate = 2
	lastRate  = 6
)

// sizes is the number of classes of counts, by powers of two.
const sizes = 8

// shares are the shares of a layer, by the class of a node's count.
type shares [sizes]share

func (s *shares) reset(layer int) {
	for i := range s {
		games := uint32(3) << i / 2 // as many as such nodes count
		s[i] = share{size: beneath[layer] * one / (beneath[layer] + games)}
	}
}

// of returns the share of a node.
func (s *shares) of(n *node) *share { return &s[min(bits.Len32(n.total)-1, sizes-1)] }

// rest returns the probability of a move by the counts of a node, where it has the
// given count.
func (s *share) rest(count uint32, n *node) uint32 { return count * (one - s.size) / n.total }

// learn moves the share towards the part of the estimate below in weight, the
// probability of the move played; to 1 if no count had the move.
func (s *share) learn(beneath, weight uint32) {
	part := int32(one)
	if weight > 0 {
		part = int32(uint64(beneath) * one / uint64(weight))
	}
	size := int32(s.size)
	size += (part - size) >> min(firstRate+s.seen, lastRate)
	s.size = uint32(min(max(size, leastShare), one-leastShare))
	s.seen++
}
