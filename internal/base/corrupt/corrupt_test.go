package corrupt

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestError(t *testing.T) {
	err := New("a rating is missing")
	require.ErrorIs(t, err, Err)
	require.EqualError(t, err, "corrupt input: a rating is missing")
	err = AtGame(16, err)
	require.EqualError(t, err, "corrupt input: game 17: a rating is missing")
	err = In("[WhiteElo]", err)
	require.EqualError(t, err, "corrupt input: stream [WhiteElo], game 17: a rating is missing")
	require.ErrorIs(t, err, Err)
	require.Equal(t, err, In("moves", AtGame(1, err)), "the innermost place stays")

	require.EqualError(t, Inside("positions", err), "corrupt input: stream positions, [WhiteElo], game 17: a rating is missing")
	require.EqualError(t, Inside("positions", New("none")), "corrupt input: stream positions: none")

	wrapped := fmt.Errorf("frame 3: %w", err)
	var e *Error
	require.True(t, errors.As(wrapped, &e))
	require.Equal(t, 17, e.Game)

	require.NoError(t, First(nil, nil))
	require.Equal(t, io.EOF, First(nil, io.EOF, err))

	require.NoError(t, In("moves", nil))
	require.NoError(t, AtGame(1, nil))
	require.EqualError(t, In("moves", io.ErrUnexpectedEOF), "corrupt input: stream moves: unexpected EOF")
}
