package piecelist

import (
	"errors"
	"fmt"
)

// ErrBoard is returned for a board that the scheme cannot hold; another scheme may.
var ErrBoard = errors.New("piecelist: board does not fit the scheme")

// ErrCorrupt is returned for bits that this package does not write.
var ErrCorrupt = errors.New("piecelist: corrupt input")

// CorruptError is an ErrCorrupt with the place and the reason.
type CorruptError struct {
	Bit int // offset in bits from the start of the board
	Msg string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("piecelist: corrupt input at bit %d: %s", e.Bit, e.Msg)
}

func (e *CorruptError) Unwrap() error { return ErrCorrupt }
