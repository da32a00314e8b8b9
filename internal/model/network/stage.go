package network

import "slices"

// Stage is a Network prepared for this processor. It is immutable, and several
// goroutines may use it at once.
type Stage struct {
	network *Network
	wide    *wide  // if the processor supports it
	lanes   *lanes // otherwise
}

// Stage returns n prepared for this processor. n must be valid, and must not be
// changed afterwards.
func (n *Network) Stage() *Stage {
	s := &Stage{network: n, wide: newWide(n)}
	if s.wide == nil {
		s.lanes = newLanes(n)
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
	moves    []move
	position [mostRows]uint16
	wide     []int32 // the hidden units of the position, for Stage.wide
	lanes    []words // the same for Stage.lanes
}

// mostRows is the largest number of rows of a position.
const mostRows = Contexts + 64 + 3

type move struct {
	weights Weights
	rows    [2]uint16
}

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
		p.moves = make([]move, n+64)
	}
	p.moves = p.moves[:n]
}

// SetRows sets the rows of a move.
func (p *Pass) SetRows(i int, rows [2]uint16) { p.moves[i].rows = rows }

// Weights returns the weights of a move's features, for the caller to set.
func (p *Pass) Weights(i int) *Weights { return &p.moves[i].weights }

// Correct adds the network's corrections to the scores of the moves near the best.
// Rows appends the rows of the position, at least one.
func (p *Pass) Correct(score []int32, rows func(dst []uint16) []uint16) {
	position := rows(p.position[:0])
	least := slices.Max(score) - Near
	if w := p.stage.wide; w != nil {
		w.start(p.wide, position)
		for i, v := range score {
			if m := &p.moves[i]; v >= least {
				score[i] += w.correct(p.wide, m.rows, &m.weights)
			}
		}
		return
	}
	l := p.stage.lanes
	l.start(p.lanes, position)
	for i, v := range score {
		if m := &p.moves[i]; v >= least {
			score[i] += l.correct(p.lanes, m.rows, &m.weights)
		}
	}
}
