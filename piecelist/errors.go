package piecelist

import (
	"errors"
	"fmt"
)

// ErrBoard says that the scheme has no code for the board; another may.
var ErrBoard = errors.New("piecelist: board does not fit the scheme")

// ErrCorrupt says that the bits are not what this package writes.
var ErrCorrupt = errors.New("piecelist: corrupt input")

// CorruptError says where and why input is corrupt. It is an ErrCorrupt.
type CorruptError struct {
	Bit int // offset in bits from where the board began
	Msg string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("piecelist: corrupt input at bit %d: %s", e.Bit, e.Msg)
}

func (e *CorruptError) Unwrap() error { return ErrCorrupt }
