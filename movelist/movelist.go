// Package movelist stores a game as the choices made among its legal moves.
package movelist

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

// Level is a way to store the moves of a game. It carries its tables, so that
// a program links only those of the levels it names.
type Level interface {
	// Name returns the level's name, such as "fast".
	Name() string
	// Append appends the moves of g. Start is not stored.
	Append(dst []byte, g *gamestate.Game) ([]byte, error)
	// Decode reads what Append wrote, given the start position, and returns
	// the moves and the bytes after them.
	Decode(src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)
}
