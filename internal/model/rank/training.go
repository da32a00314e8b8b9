package rank

import "math"

// Use makes r score with other weights than the embedded ones, for training.
// Its length must be Weights.
func (r *Ranker) Use(weights string) { r.weights = weights }

// Bits returns the ideal cost of the i-th legal move if the scores were
// logarithms of probabilities. It is for reports only, and uses floating
// point.
func (r *Ranker) Bits(i int) float64 {
	sum := 0.0
	for _, k := range r.keys {
		sum += math.Exp(float64(k>>keyShift-r.keys[i]>>keyShift) / 16)
	}
	return math.Log2(sum)
}
