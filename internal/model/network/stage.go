package network

import "slices"

// Stage is a Network prepared for this processor. It is immutable, and several
// goroutines may use it at once.
type Stage struct {
	network *Network
	wide    *wide  // if the processor supports it
	lanes   *lanes // otherwise
}

// Stage returns n prepared for this processor, for weights of features in the given
// order. n must be valid, and must not be changed afterwards.
func (n *Network) Stage(order []uint8) *Stage {
	s := &Stage{network: n, wide: newWide(n, order)}
	if s.wide == nil {
		s.lanes = newLanes(n, order)
	}
	return s
}

// Network returns the network of s.
func (s *Stage) Network() *Network { return s.network }

// Weights are the weights of the features of a move, followed by zeros.
type Weights [MaxFeatures + 1]int16

// Pass corrects the scores of the moves of one position after the other. It must not
// be used by several goroutines at once.
type Pass struct {
	stage    *Stage
	moves    []Weights
	position [mostRows]uint16
	wide     []int32 // the hidden units of the position, for Stage.wide
	lanes    []words // the same for Stage.lanes
}

// mostRows is the largest number of rows of a position.
const mostRows = Contexts + 64 + 3

// NewPass returns a Pass that runs s.
func NewPass(s *Stage) *Pass {
	p := &Pass{stage: s}
	if s.wide != nil {
		p.wide = make([]int32, s.network.Hidden)
	} else {
		p.lanes = make([]words, s.network.Hidden/Block)
	}
	return p
}

// Begin starts a position with n moves.
func (p *Pass) Begin(n int) {
	if cap(p.moves) < n {
		p.moves = make([]Weights, n+64)
	}
	p.moves = p.moves[:n]
}

// Weights returns the weights of a move's features, for the caller to set.
func (p *Pass) Weights(i int) *Weights { return &p.moves[i] }

// Biased says which rows of a network's biases belong to a position and its moves.
type Biased interface {
	// PositionRows appends the rows of the position, at least one, which has n moves.
	PositionRows(dst []uint16, n int) []uint16
	// MoveRows returns the rows of the i-th move.
	MoveRows(i int) [2]uint16
}

// Correct adds the network's corrections to the scores of the moves near the best.
func (p *Pass) Correct(score []int32, b Biased) {
	position := b.PositionRows(p.position[:0], len(score))
	least := slices.Max(score) - Near
	w, l := p.stage.wide, p.stage.lanes
	if w != nil {
		w.start(p.wide, position)
	} else {
		l.start(p.lanes, position)
	}
	for i, v := range score {
		switch {
		case v < least:
		case w != nil:
			score[i] += w.correct(p.wide, b.MoveRows(i), &p.moves[i])
		default:
			score[i] += l.correct(p.lanes, b.MoveRows(i), &p.moves[i])
		}
	}
}
