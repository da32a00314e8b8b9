// Package gamestate plays games by the rules: it holds games and the states they pass
// through, and says when a game is over or can be claimed as drawn. It also writes
// the fields of a position besides its board in few bits; see [Trailer].
//
//	s := gamestate.NewState(board.Start())
//	err := s.PlaySAN("e4")         // or PlayUCI, or Play for a board.Move
//	outcome, reason := s.Outcome() // 1-0, by checkmate
package gamestate

import "github.com/chesszip/chesszip/board"

// Game is a start position and the moves played from it. board.NullMove may
// occur in Moves: a passed turn.
type Game struct {
	Start board.Position
	Moves []board.Move
}
