package board

import (
	"errors"
	"fmt"
)

// ErrCorrupt is returned for bits that the schemes of packages basen, huffman and
// piecelist do not write.
var ErrCorrupt = errors.New("board: corrupt input")

// ErrUnfit is returned for a board that a scheme cannot hold; another scheme may.
var ErrUnfit = errors.New("board: board does not fit the scheme")

// CorruptError is an ErrCorrupt with the place and the reason.
type CorruptError struct {
	Bit int // offset in bits from the start of the value
	Msg string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("board: corrupt input at bit %d: %s", e.Bit, e.Msg)
}

func (e *CorruptError) Unwrap() error { return ErrCorrupt }
