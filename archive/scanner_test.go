package archive_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
)

// TestFrameFollows asks before and after each frame of a pipe that stays open.
func TestFrameFollows(t *testing.T) {
	whole := packed("a", "b")
	in, out := io.Pipe()
	s, err := archive.NewScanner(io.MultiReader(bytes.NewReader(whole), in), nil)
	require.NoError(t, err)
	require.True(t, s.FrameFollows())
	for _, want := range []bool{true, false} {
		_, err := s.Next()
		require.NoError(t, err)
		require.Equal(t, want, s.FrameFollows())
	}
	require.NoError(t, out.Close())
	_, err = s.Next()
	require.Equal(t, io.EOF, err)
	require.False(t, s.FrameFollows())

	broken := errors.New("broken")
	s, err = archive.NewScanner(io.MultiReader(bytes.NewReader(whole[:12+18]), &once{broken}), nil)
	require.NoError(t, err)
	_, err = s.Next()
	require.NoError(t, err)
	require.False(t, s.FrameFollows())
	_, err = s.Next()
	require.ErrorIs(t, err, broken)

	s, err = archive.NewScanner(bytes.NewReader(whole[:12+18+3]), nil) // cut off in the second frame
	require.NoError(t, err)
	_, err = s.Next()
	require.NoError(t, err)
	require.False(t, s.FrameFollows())
}

// once is an io.Reader that fails once, and ends then.
type once struct{ err error }

func (o *once) Read([]byte) (int, error) {
	err := o.err
	o.err = io.EOF
	return 0, err
}
