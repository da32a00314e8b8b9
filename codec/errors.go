package codec

import (
	"errors"
	"fmt"
)

// ErrCorrupt says that the bits are not what this package writes.
var ErrCorrupt = errors.New("codec: corrupt input")

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

func corrupt(bit int, msg string) error { return &CorruptError{Bit: bit, Msg: msg} }
