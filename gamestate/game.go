// Package gamestate holds games and the states they pass through.
package gamestate

import "github.com/chesszip/chesszip/board"

// Game is a start position and the moves played from it. board.NullMove may
// occur in Moves: a passed turn.
type Game struct {
	Start board.Position
	Moves []board.Move
}
