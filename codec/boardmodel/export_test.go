package boardmodel

import "github.com/chesszip/chesszip/internal/model/boards/embedded"

// Unexported names for tests. Those tests are in an external package, since they
// train on games, and the packages that read games import this one.
const (
	EscapeBits = escapeBits
	BoardBits  = boardBits
)

// DefaultData is the file of Default's model.
func DefaultData() []byte { return boards.Data() }
