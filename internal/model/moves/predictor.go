package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/softmax"
)

// One is what the frequencies of a position's moves add up to.
const One = softmax.One

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

// Model returns the model whose weights q has.
func (q *Predictor) Model() *Model { return q.model }

// Predict returns how likely each of the legal moves of p is, in parts of One:
// at least one each, One in all. There must be one move at least and at most
// 4096. The slice is valid until the next call.
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

// scoreShallow scores moves by the weights of their features. Each move's weights
// are added before the next move is looked at: they are all over the table, and
// the processor waits for them while it computes.
func (q *Predictor) scoreShallow(score []int32, p *board.Position, past *Past, known *Known, legal []board.Move) {
	f := &q.f
	c := f.begin(p, past, known)
	var list [numShallow]uint32
	var a act
	for i, m := range legal {
		f.v.look(m, &a)
		f.list(c, &a, list[:])
		if usual := q.model.usual; usual != nil {
			score[i] = sumUsual(usual, &list)
		} else {
			score[i] = sum(q.model.weights, q.model.shift, list[:])
		}
	}
}

// sum adds the weights that a list of hashes finds.
func sum(weights []byte, shift uint8, list []uint32) (s int32) {
	for _, k := range list {
		s += int32(int8(weights[k>>(shift&31)]))
	}
	return s
}

// sumUsual is sum for a table of the usual size.
func sumUsual(weights *[1 << usualBits]byte, list *[numShallow]uint32) int32 {
	const shift = 32 - usualBits
	var a, b, c, d int32
	for i := 0; i < numShallow; i += 4 {
		a += int32(int8(weights[list[i]>>shift]))
		b += int32(int8(weights[list[i+1]>>shift]))
		c += int32(int8(weights[list[i+2]>>shift]))
		d += int32(int8(weights[list[i+3]>>shift]))
	}
	return a + b + c + d
}

// scoreDeep scores moves by the weights of their features and the network.
func (q *Predictor) scoreDeep(score []int32, at []uint32) {
	w, shift := q.model.weights, q.model.shift
	if q.model.network == nil {
		for i := range score {
			score[i] = sum(w, shift, at[i*numFeatures:][:numFeatures])
		}
		return
	}
	var start [Hidden]int32
	q.model.network.start(&start, q.f.Contexts(len(score)))
	for i := range score {
		var weights [numFeatures]int8
		var s int32
		for j, k := range at[i*numFeatures:][:numFeatures] {
			weights[j] = int8(w[k>>(shift&31)])
			s += int32(weights[j])
		}
		score[i] = s + q.model.network.correct(&start, &weights)
	}
}

// Unit is how many steps a score has to a natural logarithm.
const Unit = 32

// chances knows exp(-1/32).
var chances = softmax.NewTable(Unit, 17879197424118840458)
