package gametext

import "github.com/chesszip/chesszip/board"

// Walk visits the positions of one game after the other: it calls See until it
// returns false, and End after the last position of a game if it did not.
type Walk struct {
	See func(game, ply int, p *board.Position, m board.Move) bool
	End func(game int)

	game int
	more bool // See may still be called for the game, or End
}

// At is the yield function for EachMove.
func (w *Walk) At(game, ply int, p *board.Position, m board.Move) bool {
	if ply == 0 {
		w.Close()
	}
	w.game, w.more = game, w.See(game, ply, p, m)
	return w.more
}

// Close ends the walk after the last position.
func (w *Walk) Close() {
	if w.more {
		w.End(w.game)
	}
	w.more = false
}
