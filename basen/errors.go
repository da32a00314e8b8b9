package basen

import (
	"errors"
	"fmt"
	"io"
)

// ErrCorrupt is returned for bits that this package does not write.
var ErrCorrupt = errors.New("basen: corrupt input")

// ErrBoard is returned for a board that the scheme cannot hold; another scheme may.
var ErrBoard = errors.New("basen: board does not fit the scheme")

// CorruptError is an ErrCorrupt with the place and the reason.
type CorruptError struct {
	Bit int // offset in bits from the start of the value
	Msg string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("basen: corrupt input at bit %d: %s", e.Bit, e.Msg)
}

func (e *CorruptError) Unwrap() error { return ErrCorrupt }

// cut wraps an error inside a value; there the end of the input becomes
// io.ErrUnexpectedEOF.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("basen: read board: %w", err)
}
