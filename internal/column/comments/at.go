package comments

import "github.com/chesszip/chesszip/board"

// At says where a comment stands.
type At struct {
	Side int // who moved last: 0 White, 1 Black
	Ply  int // half-moves so far
	// The positions at the comment, before the last move, and before the one
	// before that, and the last move; nil where they are not known. Only lines
	// of moves need them.
	Now, Before, Earlier *board.Position
	Move                 board.Move
	// Unread says that positions are not known since the moves of the game are not read,
	// not because they cannot be played.
	Unread bool
	// Other is the first move of a variation on the last move that follows the
	// comment, 0 for none.
	Other board.Move
	// Mark distinguishes the glyphs behind the last move, 0 to 63, 0 for none.
	Mark uint32
	// Nth is how many comments stand between the last move and this one.
	Nth int
	// Last says that no move of the main line follows, and Result
	// distinguishes the results of games, 0 to 7.
	Last   bool
	Result uint32
	// Control distinguishes time controls, and Added is what each move adds, in
	// seconds.
	Control uint32
	Added   int64
	// Names are the values of tags that comments repeat, nil for those that the
	// game lacks.
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

// position returns the position that a line starts from, nil if it is not
// known: 0 that at the comment, 1 that before the last move, 2 that before the
// one before.
func (at *At) position(start uint8) *board.Position {
	return [...]*board.Position{at.Now, at.Before, at.Earlier}[min(start, 2)]
}
