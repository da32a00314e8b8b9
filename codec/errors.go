package codec

import (
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/column/blob"
)

// ErrCorrupt says that the bits are not what this package writes.
var ErrCorrupt = errors.New("codec: corrupt input")

// ErrMethod, of an ErrCorrupt, says that a blob was written by another method
// than what is to decode it. The error names the method, and the call that
// decodes it; so does Identify.
var ErrMethod = blob.ErrMethod

// CorruptError says where and why input is corrupt. It is an ErrCorrupt.
type CorruptError struct {
	Bit int // offset in bits from the beginning of the input or near it
	Msg string
	Err error // what a board scheme or the trailer said, or nil
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

// asCorrupt returns what the head of a blob is found to be as an error of this
// package.
func asCorrupt(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("codec: read blob: %w", err)
	}
	return &CorruptError{Err: err}
}

func corrupt(bit int, msg string) error { return &CorruptError{Bit: bit, Msg: msg} }
