package boardmodel

import "github.com/chesszip/chesszip/internal/model/boards/embedded"

// What tests need of what nobody else does. They lie outside, since they train
// on games, and what reads games builds on this package.
const (
	EscapeBits = escapeBits
	BoardBits  = boardBits
)

// DefaultData is the file of Default's model.
func DefaultData() []byte { return boards.Data() }
