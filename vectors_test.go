package chesszip_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// TestVectors holds the golden archives of the folder vectors, which are made
// anew by vectors/make.
func TestVectors(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join("vectors", name))
		require.NoError(t, err)
		return b
	}
	for _, c := range []struct {
		plain, archive string
		level          chesszip.Level
	}{
		{"games.pgn", "games-1.czip", chesszip.Fast},
		{"games.pgn", "games-6.czip", chesszip.Default},
		{"positions.fen", "positions-1.czip", chesszip.Fast},
	} {
		plain, want := read(c.plain), read(c.archive)
		if got := compress(t, plain, &chesszip.Options{Level: c.level}); !bytes.Equal(got, want) {
			t.Errorf("%s at level %v is %d bytes that differ from the %d of %s; if the format has changed, run vectors/make",
				c.plain, c.level, len(got), len(want), c.archive)
		}
		var got bytes.Buffer
		_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(want), nil)
		require.NoError(t, err, c.archive)
		if !bytes.Equal(got.Bytes(), plain) {
			t.Errorf("%s does not give %s back", c.archive, c.plain)
		}
	}
}
