package boardmodel

import "github.com/chesszip/chesszip/internal/model/squares"

// Predictor returns a new Predictor with the weights of s, for formats that
// put positions beside other things into one string of the range coder.
func (s *Scheme) Predictor() *squares.Predictor { return squares.NewPredictor(s.weights()) }
