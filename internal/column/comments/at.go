package comments

import "github.com/chesszip/chesszip/board"

// At is the place of a comment.
type At struct {
	Side int // the side that moved last: 0 White, 1 Black
	Ply  int // half-moves so far
	// The positions at the comment, before the last move, and before the move before
	// it, or nil if unknown; and the last move. Only lines of moves need them.
	Now, Before, Earlier *board.Position
	Move                 board.Move
	// Unread means that positions are unknown because the moves of the game were not
	// read, not because they cannot be played.
	Unread bool
	// Other is the first move of a variation after the comment that replaces the last
	// move, or 0.
	Other board.Move
	// Mark distinguishes the glyphs after the last move, 0 to 63, 0 for none.
	Mark uint32
	// Nth is the number of comments between the last move and this one.
	Nth int
	// Last reports that no move of the main line follows. Result distinguishes the
	// results of games, 0 to 7.
	Last   bool
	Result uint32
	// Control distinguishes time controls, and Added is the increment for each move,
	// in seconds.
	Control uint32
	Added   int64
	// Names are the values of the tags that comments repeat, or nil.
	Names *[NumNames][]byte
}

// Tags whose values comments repeat.
const (
	NameECO = iota
	NameOpening
	NameVariation
	NameWhite
	NameBlack
	NumNames
)

// position returns the start position of a line, or nil if unknown: 0 is at the
// comment, 1 before the last move, 2 before the move before it.
func (at *At) position(start uint8) *board.Position {
	return [...]*board.Position{at.Now, at.Before, at.Earlier}[min(start, 2)]
}
