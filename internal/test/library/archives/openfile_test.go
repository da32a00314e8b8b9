package archives

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// TestOpenFile checks that a file is opened by name and closed, and which error says that
// it is not an archive.
func TestOpenFile(t *testing.T) {
	games := "[White \"a\"]\n\n1. e4 e5 *\n\n"
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o644))
		return path
	}
	packed := kit.Compress(t, []byte(games), nil)
	a, err := chesszip.OpenFile(t.Context(), write("a.czip", packed), nil)
	require.NoError(t, err)
	require.EqualValues(t, 1, a.NumGames())
	part, err := a.Shard(0, 1)
	require.NoError(t, err)
	require.NoError(t, part.Close()) // closes nothing
	g, err := a.Game(t.Context(), 0, chesszip.FieldText)
	require.NoError(t, err)
	require.Equal(t, games, string(g.Text))
	require.NoError(t, a.Close())
	_, err = a.WriteTo(t.Context(), io.Discard)
	require.ErrorIs(t, err, os.ErrClosed)
	_, err = chesszip.OpenFile(t.Context(), write("a.pgn", []byte(games)), nil)
	require.ErrorIs(t, err, chesszip.ErrFormat)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	require.ErrorContains(t, err, "a.pgn")
	_, err = chesszip.OpenFile(t.Context(), write("cut.czip", packed[:len(packed)/2]), nil)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	require.NotErrorIs(t, err, chesszip.ErrFormat)
	_, err = chesszip.OpenFile(t.Context(), filepath.Join(dir, "none"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestShardOutOfRange checks that a part that does not exist is an error.
func TestShardOutOfRange(t *testing.T) {
	a := kit.OpenPGN(t, []byte("1. e4 *\n"))
	for _, c := range [][2]int{{5, 2}, {2, 2}, {-1, 2}, {0, 0}, {0, -1}} {
		_, err := a.Shard(c[0], c[1])
		require.ErrorIs(t, err, chesszip.ErrOption, "%v", c)
	}
}

// TestZeroStreams checks that a zero Writer and a zero Reader work after Reset, and not
// before.
func TestZeroStreams(t *testing.T) {
	games := "1. e4 e5 *\n\n1. d4 *\n"
	var w chesszip.Writer
	_, err := w.Write([]byte(games))
	require.ErrorIs(t, err, chesszip.ErrOption)
	require.ErrorIs(t, w.Close(), chesszip.ErrOption)
	require.Zero(t, w.Stats())
	var r chesszip.Reader
	_, err = r.Read(make([]byte, 1))
	require.ErrorIs(t, err, chesszip.ErrOption)
	_, err = r.WriteTo(io.Discard)
	require.ErrorIs(t, err, chesszip.ErrOption)
	require.Zero(t, r.Stats())
	require.NoError(t, r.Close())
	for range 2 {
		var packed bytes.Buffer
		w.Reset(t.Context(), &packed)
		_, err = w.Write([]byte(games))
		require.NoError(t, errors.Join(err, w.Close()))
		require.NoError(t, r.Reset(t.Context(), &packed))
		text, err := io.ReadAll(&r)
		require.NoError(t, err)
		require.Equal(t, games, string(text))
	}
}
