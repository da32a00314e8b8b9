package learned

import "github.com/chesszip/chesszip/internal/model/moves"

// Predictor returns a new Predictor with the weights of l, for formats that put
// moves beside other things into one string of the range coder.
func (l *Level) Predictor() *moves.Predictor { return moves.NewPredictor(l.weights.model()) }
