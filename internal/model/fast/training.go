package fast

// Use makes r score with the given weights, Weights of them, in place of the embedded
// ones, for training.
func (r *Ranker) Use(weights string) { r.weights = weightsOf(weights) }

// Score returns the score of the i-th legal move in sixteenths of a natural
// logarithm.
func (r *Ranker) Score(i int) int { return int(r.keys[i] >> keyShift) }
