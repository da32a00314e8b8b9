package gametext

import "github.com/chesszip/chesszip/board"

// Walk is what looks at the positions of one game after the other: See until it
// returns false, and End behind the last position of a game if it did not.
type Walk struct {
	See func(game, ply int, p *board.Position, m board.Move) bool
	End func(game int)

	game int
	more bool // See may still be called for the game, or End
}

// At is what EachMove yields to.
func (w *Walk) At(game, ply int, p *board.Position, m board.Move) bool {
	if ply == 0 {
		w.Close()
	}
	w.game, w.more = game, w.See(game, ply, p, m)
	return w.more
}

// Close says that there are no further positions.
func (w *Walk) Close() {
	if w.more {
		w.End(w.game)
	}
	w.more = false
}
