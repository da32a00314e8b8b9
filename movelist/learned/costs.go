package learned

import (
	"math"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
)

// Costs returns the number of bits of each move of g, predicted with known: the less
// likely the move, the more bits. A forced move and a null move take none. The error
// is a *movelist.IllegalError, or movelist.ErrTooLong.
func (l *Level) Costs(g *gamestate.Game, known *Known) ([]float64, error) {
	if len(g.Moves) > movelist.MaxPlies {
		return nil, movelist.ErrTooLong
	}
	q := moves.NewPredictor(l.inside().Model())
	k := known.model()
	k.Plies = len(g.Moves)
	var past moves.Past
	p := g.Start
	costs := make([]float64, len(g.Moves))
	legal := make([]board.Move, 0, manyMoves)
	for i, m := range g.Moves {
		if m != board.NullMove {
			legal = movegen.AppendLegal(legal[:0], &p)
			index := movegen.Index(&p, m, legal)
			if index < 0 {
				return nil, &movelist.IllegalError{Ply: i, Move: m}
			}
			m = legal[index]
			if len(legal) > 1 {
				costs[i] = cost(q.Predict(&p, &past, &k, legal), index)
			}
		}
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	return costs, nil
}

// cost returns the bits of one of several choices, given their frequencies.
func cost(freq []uint32, index int) float64 {
	var sum uint64
	for _, f := range freq {
		sum += uint64(f)
	}
	return math.Log2(float64(sum) / float64(freq[index]))
}
