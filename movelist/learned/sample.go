package learned

import (
	"math/rand/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// Sample draws a game from the model: from the start position, it draws every move
// with the probability that Append would give it with the same known. The game has
// known.Plies moves, or if that is 0 a number drawn as among real games; it is
// shorter if no legal move is left. The same level, known and state of rng give the
// same game.
func (l *Level) Sample(rng *rand.Rand, known *Known) gamestate.Game {
	k := known.model()
	if k.Plies <= 0 {
		k.Plies = drawLength(rng)
	}
	g := gamestate.Game{Start: board.Start()}
	q := moves.NewPredictor(l.inside().Model())
	p := g.Start
	var past moves.Past
	var room [manyMoves]board.Move
	for range k.Plies {
		legal := movegen.AppendLegal(room[:0], &p)
		if len(legal) == 0 {
			break
		}
		m := legal[0]
		if len(legal) > 1 {
			at := rng.Uint32N(moves.One)
			for i, f := range q.Predict(&p, &past, &k, legal) {
				if at < f {
					m = legal[i]
					break
				}
				at -= f
			}
		}
		g.Moves = append(g.Moves, m)
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	return g
}

// drawLength draws a number of plies by the static probabilities of lengths.
func drawLength(rng *rand.Rand) int {
	at := rng.Uint32N(moves.One)
	class := 0
	for class < lengthClasses-1 && at >= lengthFreqs[class] {
		at -= lengthFreqs[class]
		class++
	}
	class = min(max(class, 1), 9) // of 1 to 511 plies
	return 1<<(class-1) + rng.IntN(1<<(class-1))
}
