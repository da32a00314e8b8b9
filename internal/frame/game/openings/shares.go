package openings

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// one is the sum of all weights.
const one = rangecoder.One

// The layers of counts: what was played in the frame from a position, by a player who
// had his own pieces where they are, and by a player from a position.
const (
	byFrame = iota
	byPieces
	byPlayer
	layers
)

// As many games what is beneath a layer weighs as much as at first.
const (
	beneathFrame  = 128
	beneathPieces = 64
	beneathPlayer = 2
)

var beneath = [layers]uint32{byFrame: beneathFrame, byPieces: beneathPieces, byPlayer: beneathPlayer}

// share is how much of what is likely is beneath the counts of a node, in 1/65536: it
// has learned from those nodes that were alike.
type share struct {
	size uint32
	seen uint32 // moves
}

const (
	leastShare = 16 // beneath and above
	// A share goes so far to what it learns, as a power of two: at first, and at last.
	firstRate = 2
	lastRate  = 6
)

// sizes are how many powers of two are told apart.
const sizes = 8

// shares are those of a layer, by how many moves a node counts, in powers of two.
type shares [sizes]share

func (s *shares) reset(layer int) {
	for i := range s {
		games := uint32(3) << i / 2 // as nodes have that count so many
		s[i] = share{size: beneath[layer] * one / (beneath[layer] + games)}
	}
}

// of returns the share beneath a node.
func (s *shares) of(n *node) *share { return &s[min(bits.Len32(n.total)-1, sizes-1)] }

// rest returns how likely a move is by the counts of a node that has it so many times.
func (s *share) rest(count uint32, n *node) uint32 { return count * (one - s.size) / n.total }

// learn makes the share more like the part that what is beneath had in the likelihood of
// a move that was played, weight; all of it if no count had the move.
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
