package chesszip

import (
	"fmt"
)

// Numbers of the levels that chesszip comes with. They are constants, so that
// naming a level links no weights; a test compares them with the weights.
const (
	v1Number    = 0x0d9afd41
	v1MaxNumber = 0x1e85535a
)

// LevelError says that an archive needs a learned level that was not given.
type LevelError struct {
	// Number is the lower half of the ID of the level that is needed.
	Number uint32
}

// Variable returns the name of the level, such as "learned.V1", and "" for one of
// one's own, which learned.Parse reads from the file it was written to.
func (e *LevelError) Variable() string {
	switch e.Number {
	case v1Number:
		return "learned.V1"
	case v1MaxNumber:
		return "learned.V1Max"
	}
	return ""
}

// Error returns a sentence that says what to add, such as
//
//	chesszip: the archive needs the level learned.V1: import "github.com/chesszip/chesszip/movelist/learned" and set ReaderOptions.Levels: []*learned.Level{learned.V1}, or import "github.com/chesszip/chesszip/levels" and set Levels: levels.All()
func (e *LevelError) Error() string {
	if name := e.Variable(); name != "" {
		return fmt.Sprintf("%v %s: import %q and set ReaderOptions.Levels: []*learned.Level{%s}, or import %q and set Levels: levels.All()",
			ErrLevel, name, packageOfLevels, name, packageOfAll)
	}
	return fmt.Sprintf("%v of number %08x, which is none of the shipped ones: read its file by learned.Parse and add it to ReaderOptions.Levels", ErrLevel, e.Number)
}

const (
	packageOfLevels = "github.com/chesszip/chesszip/movelist/learned"
	packageOfAll    = "github.com/chesszip/chesszip/levels"
)

// Unwrap returns ErrLevel.
func (e *LevelError) Unwrap() error { return ErrLevel }
