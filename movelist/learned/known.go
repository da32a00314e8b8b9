package learned

import (
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// Known holds what is known of a game before its moves, such as ratings and result.
// It makes the moves more predictable and so smaller. The decoder needs the same
// Known. The zero Known knows nothing.
type Known struct {
	// Result is the result of the game; Undecided is unknown.
	Result gamestate.Result `json:"result"`
	// Plies is the number of half-moves of the game; 0 is unknown.
	Plies int `json:"plies"`
	// WhiteElo and BlackElo are ratings; 0 is unknown.
	WhiteElo int `json:"white_elo"`
	BlackElo int `json:"black_elo"`
	// Seconds is the time of a player for 40 moves; 0 is unknown.
	Seconds int `json:"seconds"`
	// Ending is how the game was decided.
	Ending Ending `json:"ending"`
}

// Ending is how a game was decided; the zero Ending is unknown.
type Ending uint8

// The endings.
const (
	Normal  Ending = 1 + iota // on the board, by resignation or agreement
	Forfeit                   // by time or absence
)

// model returns k in the form of the model.
func (k *Known) model() moves.Known {
	return moves.Known{
		Result: moves.Result(k.Result), Plies: k.Plies, WhiteElo: k.WhiteElo, BlackElo: k.BlackElo,
		Seconds: k.Seconds, Ending: moves.Ending(k.Ending),
	}
}
