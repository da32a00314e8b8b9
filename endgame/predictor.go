package endgame

import (
	"slices"

	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// predictor predicts bits from several contexts at once. In each context an estimate
// learns how often a bit was 1. A row of weights, chosen by its own context, combines
// the estimates, and also learns. Both start from values learned from the whole
// ending.
type predictor struct {
	tables  [][]contextmix.Estimate // by context, by its value
	weights [][]int32               // by row, by context and one more for a constant; in 1/65536

	at    []int   // the value of each context for the next bit
	votes []int32 // the estimate of each, on the logistic scale

	seen [][][2]int32 // while training: zeros and ones, by context and value
}

const (
	// weightShift sets how slowly weights learn: blocks are short, and their weights
	// good from the start.
	weightShift = 15
	// leastChance in 1/65536 is the smallest probability of either bit.
	leastChance = 24
	// constantVote is an input that is always the same, a bias for the weights.
	constantVote = 256
)

// shape is the size of a predictor.
type shape struct {
	sizes []int // number of values of each context
	rows  int   // number of rows of weights
}

func newPredictor(s shape) *predictor {
	n := len(s.sizes)
	p := &predictor{at: make([]int, n), votes: make([]int32, n+1)}
	for _, size := range s.sizes {
		p.tables = append(p.tables, slices.Repeat([]contextmix.Estimate{contextmix.Even}, size))
	}
	for range s.rows {
		row := make([]int32, n+1)
		for i := range n {
			row[i] = rangecoder.One / 6
		}
		p.weights = append(p.weights, row)
	}
	p.votes[n] = constantVote
	return p
}

// reset makes p a copy of start, which has the same shape.
func (p *predictor) reset(start *predictor) {
	for i := range p.tables {
		copy(p.tables[i], start.tables[i])
	}
	for i := range p.weights {
		copy(p.weights[i], start.weights[i])
	}
}

// clone returns an independent copy of p.
func (p *predictor) clone() *predictor {
	q := &predictor{at: make([]int, len(p.at)), votes: slices.Clone(p.votes)}
	for _, table := range p.tables {
		q.tables = append(q.tables, slices.Clone(table))
	}
	for _, row := range p.weights {
		q.weights = append(q.weights, slices.Clone(row))
	}
	return q
}

// bit codes a bit in the contexts p.at, with a row of weights.
func (p *predictor) bit(c *contextmix.Coder, b, row int) int {
	at := p.at
	weights := p.weights[row][:len(at)+1]
	votes := p.votes[:len(at)+1]
	tables := p.tables[:len(at)]
	sum := int64(weights[len(at)]) * constantVote
	for i, v := range at {
		vote := contextmix.Stretch(tables[i][v].P())
		votes[i] = vote
		sum += int64(vote) * int64(weights[i])
	}
	chance := contextmix.Squash(int32(min(max(sum>>16, -contextmix.Edge), contextmix.Edge)))
	b = c.Bit(b, uint32(min(max(chance, leastChance), rangecoder.One-leastChance)))
	miss := int32(b)<<16 - chance
	for i, vote := range votes {
		weights[i] += (vote*miss>>(weightShift-1) + 1) >> 1
	}
	for i, v := range at {
		tables[i][v].Learn(b)
		if p.seen != nil {
			p.seen[i][v][b]++
		}
	}
	return b
}

// The start of a predictor is stored in a few bits a number. Estimates are numbers
// from -priorEdge to priorEdge in 1/priorSteps on the logistic scale, weights are in
// 1/32.
const (
	priorSteps = 2
	priorEdge  = 20
	priorCount = 60  // count of an estimate at the start of a block
	priorLeast = 200 // an estimate with fewer bits in the whole ending starts from nothing
	priorGroup = 16  // number of estimates that are marked together as unused by one bit
	weightUnit = rangecoder.One / 32
)

// prior returns the start of an estimate.
func prior(step int) contextmix.Estimate {
	return contextmix.NewEstimate(uint32(contextmix.Squash(int32(step*256/priorSteps))), priorCount)
}

// settle reduces a trained predictor to the values that can be stored: the start of
// the next round.
func (p *predictor) settle() {
	for i, table := range p.tables {
		for j := range table {
			table[j] = contextmix.Even
			zeros, ones := int64(p.seen[i][j][0]), int64(p.seen[i][j][1])
			p.seen[i][j] = [2]int32{}
			if zeros+ones < priorLeast {
				continue
			}
			chance := (ones*2 + 1) * (rangecoder.One - 1) / ((zeros + ones + 1) * 2)
			vote := int(contextmix.Stretch(int32(chance)))
			const width = 256 / priorSteps
			step := (vote+width/2+width*priorEdge*2)/width - priorEdge*2 // rounded to the nearest
			table[j] = prior(min(max(step, -priorEdge), priorEdge))
		}
	}
	for _, row := range p.weights {
		for i, w := range row {
			row[i] = (w + weightUnit/2) &^ (weightUnit - 1)
		}
	}
}

// stepOf is the inverse of prior, plus priorEdge.
func stepOf(e contextmix.Estimate) int {
	s := 0
	for s < 2*priorEdge && prior(s-priorEdge) != e {
		s++
	}
	return s
}

// anySeen returns 1 if any estimate has seen a bit, otherwise 0.
func anySeen(es []contextmix.Estimate) int {
	for _, e := range es {
		if e.Seen() {
			return 1
		}
	}
	return 0
}

// code codes a predictor's start, the result of settle.
func (p *predictor) code(c *contextmix.Coder) {
	var group, known [2]rangecoder.Bit // each predicted by the one before
	var step [2*priorEdge + 1][64]rangecoder.Bit
	before, wasGroup := priorEdge, 0
	for _, table := range p.tables {
		for len(table) > 0 {
			es := table[:min(priorGroup, len(table))]
			table = table[len(es):]
			wasGroup = codeBit(c, &group[wasGroup], anySeen(es))
			if wasGroup == 0 {
				continue
			}
			was := 0
			for j, e := range es {
				was = codeBit(c, &known[was], anySeen(es[j:j+1]))
				if was == 0 {
					continue
				}
				want := 0
				if c.Writing() {
					want = stepOf(e)
				}
				before = min(codeTree(c, &step[before], want), 2*priorEdge)
				es[j] = prior(before - priorEdge)
			}
		}
	}
	var change rangecoder.Number // of a weight from row to row, its sign last
	last := make([]int32, len(p.votes))
	for _, row := range p.weights {
		for i, w := range row {
			d := w/weightUnit - last[i]
			last[i] += unfold(codeNumber(c, &change, fold(d)))
			row[i] = last[i] * weightUnit
		}
	}
}

// fold maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ...; unfold is its inverse.
func fold(v int32) int   { return int(uint32(v<<1 ^ v>>31)) }
func unfold(n int) int32 { return int32(uint32(n)>>1) ^ -int32(n&1) }

// codeBit codes a bit with an adaptive probability.
func codeBit(c *contextmix.Coder, m *rangecoder.Bit, b int) int {
	if c.Writing() {
		m.Encode(c.Enc, b)
		return b
	}
	return m.Decode(c.Dec)
}

// codeTree codes a number below 64.
func codeTree(c *contextmix.Coder, m *[64]rangecoder.Bit, v int) int {
	at := 1
	for i := 5; i >= 0; i-- {
		at = at<<1 | codeBit(c, &m[at&63], v>>i&1)
	}
	return at & 63
}

// codeNumber codes a number from 0 on.
func codeNumber(c *contextmix.Coder, m *rangecoder.Number, v int) int {
	if c.Writing() {
		m.Encode(c.Enc, v)
		return v
	}
	return m.Decode(c.Dec)
}
