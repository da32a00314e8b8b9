package moves

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
)

// One is what the frequencies of a position's moves add up to.
const One = 1 << 16

// Predictor says how likely each legal move is, for one position after the
// other. It is not for several goroutines at once.
type Predictor struct {
	model *Model
	f     Features
	score []int32
	freq  []uint32
}

// NewPredictor returns a Predictor with the weights of m.
func NewPredictor(m *Model) *Predictor {
	return &Predictor{model: m, f: Features{Deep: m.deep}}
}

// Predict returns how likely each of the legal moves of p is, in parts of One:
// at least one each, One in all. There must be one move at least and at most
// 4096. The slice is valid until the next call.
func (q *Predictor) Predict(p *board.Position, past *Past, known *Known, legal []board.Move) []uint32 {
	n := len(legal)
	if cap(q.freq) < n {
		q.score, q.freq = make([]int32, n+64), make([]uint32, n+64)
	}
	score := q.score[:n]
	at := q.f.Prepare(p, past, known, legal)
	w, shift := q.model.weights, q.model.shift
	if q.model.network != nil {
		q.scoreDeep(score, at)
		return q.normalise(score)
	}
	count := q.f.Count()
	for i := range score {
		var s int32
		for _, k := range at[i*count:][:count] {
			s += int32(w[k>>(shift&31)])
		}
		score[i] = s
	}
	return q.normalise(score)
}

// scoreDeep scores moves by the weights of their features and the network.
func (q *Predictor) scoreDeep(score []int32, at []uint32) {
	w, shift := q.model.weights, q.model.shift
	var start [Hidden]int32
	q.model.network.start(&start, q.f.Contexts(len(score)))
	for i := range score {
		var weights [numFeatures]int8
		var s int32
		for j, k := range at[i*numFeatures:][:numFeatures] {
			weights[j] = w[k>>(shift&31)]
			s += int32(weights[j])
		}
		score[i] = s + q.model.network.correct(&start, &weights)
	}
}

// normalise turns scores, in units of a natural logarithm, into frequencies.
func (q *Predictor) normalise(score []int32) []uint32 {
	n := len(score)
	freq := q.freq[:n]
	top, first := score[0], 0
	for i, s := range score {
		if s > top {
			top, first = s, i
		}
	}
	var sum uint64
	for i, s := range score {
		e := uint32(0)
		if d := top - s; d < int32(len(chances)) {
			e = chances[d]
		}
		freq[i] = e
		sum += uint64(e)
	}
	// Each gets one part, and its share of the rest, rounded down; what
	// rounding leaves goes to the best. The sum is at least the best's 2^24.
	share := uint64(One-n) << 40 / sum
	left := uint32(One)
	for i, e := range freq {
		f := 1 + uint32(uint64(e)*share>>40)
		freq[i] = f
		left -= f
	}
	freq[first] += left
	return freq
}

// Unit is how many steps a score has to a natural logarithm.
const Unit = 32

// chances holds exp(-d/Unit) in units of 2^-24.
var chances = func() (t [Unit * 14]uint32) {
	// exp(-1/32) in 2^-63, multiplied up with 128-bit products.
	c := uint64(1) << 63
	for d := range t {
		t[d] = uint32(c >> 39)
		c, _ = bits.Mul64(c, 17879197424118840458)
	}
	return t
}()
