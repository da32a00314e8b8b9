package archive_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
)

// TestScannerReadError checks that an error of the io.Reader is returned again, even if
// the next read ends without one.
func TestScannerReadError(t *testing.T) {
	broken := errors.New("broken")
	s, err := archive.NewScanner(io.MultiReader(bytes.NewReader(packed("a", "b")[:12+18]), &once{broken}), nil)
	require.NoError(t, err)
	_, err = s.Next()
	require.NoError(t, err)
	for range 2 {
		_, err = s.Next()
		require.ErrorIs(t, err, broken)
	}
}

// once is an io.Reader that fails once, and ends then.
type once struct{ err error }

func (o *once) Read([]byte) (int, error) {
	err := o.err
	o.err = io.EOF
	return 0, err
}
