package basen

import (
	"errors"
	"fmt"
	"io"
)

// ErrCorrupt says that the bits are not what this package writes.
var ErrCorrupt = errors.New("basen: corrupt input")

// ErrBoard says that a scheme has no code for the board; another scheme may.
var ErrBoard = errors.New("basen: board does not fit the scheme")

// CorruptError says where and why input is corrupt. It is an ErrCorrupt.
type CorruptError struct {
	Bit int // offset in bits from where the value began
	Msg string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("basen: corrupt input at bit %d: %s", e.Bit, e.Msg)
}

func (e *CorruptError) Unwrap() error { return ErrCorrupt }

// cut turns the end of the input, which inside a value is never expected,
// into io.ErrUnexpectedEOF.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("basen: read board: %w", err)
}
