package textmodel

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// mixer adds the predictions of the models on the logistic scale, each with a weight
// that grows when it was right. Three sets of weights, selected by different
// contexts, give one prediction together.
type mixer struct {
	in      [inputs]int32
	weights [3][256][inputs]int32 // 1 is 1<<16
	chosen  [3]*[inputs]int32
	out     [3]int32 // in 1/65536
	seen    int
}

func (m *mixer) init() {
	for s := range m.weights {
		for i := range m.weights[s] {
			w := &m.weights[s][i]
			for j := 0; j < inputs-1; j += 2 {
				w[j] = 1 << 14
			}
		}
	}
}

// mix returns the prediction on the logistic scale. The sets are selected by the
// class of the match, by the bits of the byte so far, and by the orders that have
// seen the node.
func (m *mixer) mix(match, partial, orders int) int32 {
	a, b, c := &m.weights[0][match], &m.weights[1][partial], &m.weights[2][orders]
	m.chosen[0], m.chosen[1], m.chosen[2] = a, b, c
	var dotA, dotB, dotC int64
	for i := range m.in {
		v := int64(m.in[i])
		dotA += v * int64(a[i])
		dotB += v * int64(b[i])
		dotC += v * int64(c[i])
	}
	x := int32(min(max(dotA>>16, -contextmix.Edge), contextmix.Edge))
	y := int32(min(max(dotB>>16, -contextmix.Edge), contextmix.Edge))
	z := int32(min(max(dotC>>16, -contextmix.Edge), contextmix.Edge))
	m.out[0], m.out[1], m.out[2] = contextmix.Squash(x), contextmix.Squash(y), contextmix.Squash(z)
	return (x + y + z) / 3
}

// learn adjusts the weights to predict the bit better: fast at first, then slower.
func (m *mixer) learn(bit int) {
	rate := int32(6 + 3000/(m.seen+150))
	m.seen++
	a, b, c := m.chosen[0], m.chosen[1], m.chosen[2]
	errA := (int32(bit)<<16 - m.out[0]) * rate >> 7
	errB := (int32(bit)<<16 - m.out[1]) * rate >> 7
	errC := (int32(bit)<<16 - m.out[2]) * rate >> 7
	for i := range m.in {
		v := m.in[i]
		a[i] += (v*errA + 1<<10) >> 11
		b[i] += (v*errB + 1<<10) >> 11
		c[i] += (v*errC + 1<<10) >> 11
	}
}

// refiner corrects a prediction by the results of earlier ones in a context.
type refiner struct {
	table []uint16 // for each context 23 probabilities, interpolated
	at    int
}

const (
	knots   = 23
	knotGap = 256
)

func (r *refiner) init() {
	r.table = make([]uint16, 1024*knots)
	for i := range r.table {
		r.table[i] = uint16(contextmix.Squash(int32(i%knots-knots/2) * knotGap))
	}
}

func (r *refiner) refine(x int32, context int) int32 {
	context = (context ^ context>>10) & 1023
	x += knots / 2 * knotGap
	i, part := x/knotGap, x%knotGap
	r.at = context*knots + int(i)
	a, b := int32(r.table[r.at]), int32(r.table[r.at+1])
	if part >= knotGap/2 {
		r.at++
	}
	return (a*(knotGap-part) + b*part) / knotGap
}

func (r *refiner) learn(bit int) {
	p := &r.table[r.at]
	*p = uint16(int32(*p) + (int32(bit)*65535-int32(*p))>>6)
}
