package codec

import (
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/column/blob"
)

// ErrCorrupt is returned for bits that this package does not write.
var ErrCorrupt = errors.New("codec: corrupt input")

// ErrMethod is returned for a blob of a method that the decoder does not read, which
// is not corrupt. The error names the method and the call that decodes it, as Identify
// does.
var ErrMethod = blob.ErrMethod

// CorruptError is an ErrCorrupt with the place and the reason.
type CorruptError struct {
	Bit int // offset in bits from the start of the input, approximate
	Msg string
	Err error // the error of a board scheme or the trailer, or nil
}

func (e *CorruptError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("codec: corrupt input before bit %d: %v", e.Bit, e.Err)
	}
	return fmt.Sprintf("codec: corrupt input before bit %d: %s", e.Bit, e.Msg)
}

func (e *CorruptError) Unwrap() []error {
	if e.Err != nil {
		return []error{ErrCorrupt, e.Err}
	}
	return []error{ErrCorrupt}
}

// headError returns an error of a blob's head as an error of this package.
func headError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("codec: read blob: %w", err)
	}
	if errors.Is(err, ErrMethod) {
		return fmt.Errorf("codec: %w", err)
	}
	return &CorruptError{Err: err}
}

func corrupt(bit int, msg string) error { return &CorruptError{Bit: bit, Msg: msg} }
