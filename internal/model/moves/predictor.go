package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/internal/model/softmax"
)

// One is the sum of the frequencies of a position's moves.
const One = softmax.One

// Predictor predicts the frequency of each legal move, for one position after the
// other. It must not be used by several goroutines at once.
type Predictor struct {
	model *Model
	f     Features
	score []int32
	freq  []uint32

	pass *network.Pass // if there is a network
}

// NewPredictor returns a Predictor with the weights of m.
func NewPredictor(m *Model) *Predictor {
	q := &Predictor{model: m, f: Features{Deep: m.deep, Lines: m.Lines(), table: &m.weights[0]}}
	if m.network != nil {
		q.pass = network.NewPass(m.network)
	}
	return q
}

// Model returns the model of q.
func (q *Predictor) Model() *Model { return q.model }

// Predict returns the frequency of each of the legal moves of p: at least 1 each, One
// in total. There must be 1 to 4096 moves. The slice is valid until the next call.
func (q *Predictor) Predict(p *board.Position, past *Past, known *Known, legal []board.Move) []uint32 {
	n := len(legal)
	if cap(q.freq) < n {
		q.score, q.freq = make([]int32, n+64), make([]uint32, n+64)
	}
	score := q.score[:n]
	q.scores(score, q.f.prepare(p, past, known, legal))
	freq := q.freq[:n]
	chances.Frequencies(freq, score)
	return freq
}

// scores scores moves by the weights of their features, and corrects the scores by the
// network, if there is one. The features of all moves are listed before the first weight
// is fetched, so that the processor waits for many at once.
func (q *Predictor) scores(score []int32, all [][slots]uint32) {
	count, weights := q.f.Count(), q.model.weights
	if q.pass == nil {
		var to network.Weights
		for i := range all {
			score[i] = fetch(&to, weights, all[i][:count])
		}
		return
	}
	q.pass.Begin(len(score))
	for i := range all {
		score[i] = fetch(q.pass.Weights(i), weights, all[i][:count])
	}
	q.pass.Correct(score, &q.f)
}

const _ = uint(network.MaxFeatures - numFeatures)

// Unit is the number of steps of a score in a natural logarithm.
const Unit = 32

// chances holds the powers of exp(-1/32).
var chances = softmax.NewTable(Unit, 17879197424118840458)
