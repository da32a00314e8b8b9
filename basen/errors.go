package basen

import (
	"errors"
	"fmt"
	"io"
)

// cut wraps an error inside a value; there the end of the input becomes
// io.ErrUnexpectedEOF.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("basen: read board: %w", err)
}
