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

	lists [][numShallow]uint32 // of each move, without a search
	pass  *network.Pass        // if there is a network
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
	if q.f.Deep {
		q.scoreDeep(score, q.f.Prepare(p, past, known, legal))
	} else {
		q.scoreShallow(score, p, past, known, legal)
	}
	freq := q.freq[:n]
	chances.Frequencies(freq, score)
	return freq
}

// scoreShallow scores moves by the weights of their features. It lists all features
// of all moves before it fetches the first weight, so that the processor waits for
// many at once.
func (q *Predictor) scoreShallow(score []int32, p *board.Position, past *Past, known *Known, legal []board.Move) {
	f := &q.f
	c := f.begin(p, past, known)
	if cap(q.lists) < len(score) {
		q.lists = make([][numShallow]uint32, len(score)+64)
	}
	lists := q.lists[:len(score)]
	if q.pass != nil {
		q.pass.Begin(len(score))
	}
	var a act
	for i, m := range legal {
		f.v.look(m, &a)
		f.list(c, &a, lists[i][:])
		prefetch(f.table, &lists[i][0], numShallow)
		if q.pass != nil {
			q.pass.SetRows(i, a.rows())
		}
	}
	switch usual := q.model.usual; {
	case q.pass != nil && usual != nil:
		for i := range lists {
			score[i] = fetchUsual(q.pass.Weights(i), usual, &lists[i])
		}
	case q.pass != nil:
		for i := range lists {
			score[i] = fetch(q.pass.Weights(i), q.model.weights, lists[i][:])
		}
	case usual != nil:
		for i := range lists {
			score[i] = sumUsual(usual, &lists[i])
		}
	default:
		for i := range lists {
			score[i] = sum(q.model.weights, lists[i][:])
		}
	}
	q.correct(score)
}

// correct corrects the scores of all moves by the network, if there is one.
func (q *Predictor) correct(score []int32) {
	if q.pass != nil {
		q.pass.Correct(score, func(dst []uint16) []uint16 { return q.f.PositionRows(dst, len(score)) })
	}
}

// sum returns the sum of the weights at the indexes in list.
func sum(weights []byte, list []uint32) (s int32) {
	for _, k := range list {
		s += int32(int8(weights[k]))
	}
	return s
}

// sumUsual is sum for a table of the usual size.
func sumUsual(weights *[UsualLines * LineWeights]byte, list *[numShallow]uint32) int32 {
	var a, b, c, d int32
	for i := 0; i < numShallow; i += 4 {
		a += int32(int8(weights[list[i]]))
		b += int32(int8(weights[list[i+1]]))
		c += int32(int8(weights[list[i+2]]))
		d += int32(int8(weights[list[i+3]]))
	}
	return a + b + c + d
}

// scoreDeep scores moves by the weights of their features and the network.
func (q *Predictor) scoreDeep(score []int32, at []uint32) {
	if q.pass == nil {
		for i := range score {
			score[i] = sum(q.model.weights, at[i*numFeatures:][:numFeatures])
		}
		return
	}
	q.pass.Begin(len(score))
	// Fetch all weights before using the first, so that the processor waits for many
	// at once.
	for i := range score {
		list := at[i*numFeatures:][:numFeatures]
		if large := q.model.large; large != nil {
			score[i] = fetchLarge(q.pass.Weights(i), large, (*[numFeatures]uint32)(list))
		} else {
			score[i] = fetch(q.pass.Weights(i), q.model.weights, list)
		}
		q.pass.SetRows(i, q.f.acts[i].rows())
	}
	q.correct(score)
}

// fetch copies the weights at the indexes in list to to, and returns their sum.
func fetch(to *network.Weights, weights []byte, list []uint32) (s int32) {
	for j, k := range list {
		to[j] = int16(int8(weights[k]))
		s += int32(to[j])
	}
	return s
}

// fetchUsual is fetch for a table of the usual size.
func fetchUsual(to *network.Weights, weights *[UsualLines * LineWeights]byte, list *[numShallow]uint32) (s int32) {
	for j, k := range list {
		to[j] = int16(int8(weights[k]))
		s += int32(to[j])
	}
	return s
}

// fetchLarge is fetch for a table of the size of the max model.
func fetchLarge(to *network.Weights, weights *[LargeLines * LineWeights]byte, list *[numFeatures]uint32) (s int32) {
	for j, k := range list {
		to[j] = int16(int8(weights[k]))
		s += int32(to[j])
	}
	return s
}

const _ = uint(network.MaxFeatures - numFeatures)

// Unit is the number of steps of a score in a natural logarithm.
const Unit = 32

// chances holds the powers of exp(-1/32).
var chances = softmax.NewTable(Unit, 17879197424118840458)
