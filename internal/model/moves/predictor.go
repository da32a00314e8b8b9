package moves

import (
	"slices"

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

	lists   [][numShallow]uint32 // of each move, without a search
	weights [][numFeatures]int8  // of each move, for a network
}

// NewPredictor returns a Predictor with the weights of m.
func NewPredictor(m *Model) *Predictor {
	return &Predictor{model: m, f: Features{Deep: m.deep, Lines: m.Lines()}}
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

// scoreShallow scores moves by the weights of their features. All features of all
// moves are listed before the first weight is fetched: the processor waits for many
// at once.
func (q *Predictor) scoreShallow(score []int32, p *board.Position, past *Past, known *Known, legal []board.Move) {
	f := &q.f
	c := f.begin(p, past, known)
	if cap(q.lists) < len(score) {
		q.lists = make([][numShallow]uint32, len(score)+64)
	}
	lists := q.lists[:len(score)]
	var a act
	for i, m := range legal {
		f.v.look(m, &a)
		f.list(c, &a, lists[i][:])
	}
	for i := range lists {
		if usual := q.model.usual; usual != nil {
			score[i] = sumUsual(usual, &lists[i])
		} else {
			score[i] = sum(q.model.weights, lists[i][:])
		}
	}
}

// sum adds the weights that a list of hashes finds.
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
	w := q.model.weights
	if q.model.network == nil {
		for i := range score {
			score[i] = sum(w, at[i*numFeatures:][:numFeatures])
		}
		return
	}
	rows := q.f.Contexts(len(score))
	var start [Hidden]int32
	var lanes [words]uint64
	if q.model.lanes != nil {
		q.model.lanes.start(&lanes, rows)
	} else {
		q.model.network.start(&start, rows)
	}
	// All weights are fetched before the first is used: the processor waits for many
	// at once.
	if cap(q.weights) < len(score) {
		q.weights = make([][numFeatures]int8, len(score)+64)
	}
	weights := q.weights[:len(score)]
	for i := range weights {
		list := (*[numFeatures]uint32)(at[i*numFeatures:])
		if large := q.model.large; large != nil {
			score[i] = fetchLarge(&weights[i], large, list)
		} else {
			score[i] = fetch(&weights[i], w, list)
		}
	}
	least := slices.Max(score) - Near
	for i, s := range score {
		if s < least {
			continue
		}
		if q.model.lanes != nil {
			score[i] += q.model.lanes.correct(&lanes, &weights[i])
		} else {
			score[i] += q.model.network.correct(&start, &weights[i])
		}
	}
}

// fetch sets to to the weights that a list of hashes finds, and returns their sum.
func fetch(to *[numFeatures]int8, weights []byte, list *[numFeatures]uint32) (s int32) {
	for j, k := range list {
		to[j] = int8(weights[k])
		s += int32(to[j])
	}
	return s
}

// fetchLarge is fetch for a table of the size of the max model.
func fetchLarge(to *[numFeatures]int8, weights *[LargeLines * LineWeights]byte, list *[numFeatures]uint32) (s int32) {
	for j, k := range list {
		to[j] = int8(weights[k])
		s += int32(to[j])
	}
	return s
}

// Unit is how many steps a score has to a natural logarithm.
const Unit = 32

// chances knows exp(-1/32).
var chances = softmax.NewTable(Unit, 17879197424118840458)
