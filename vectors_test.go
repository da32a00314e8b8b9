package chesszip_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist/learned"
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
		level          *learned.Level
	}{
		{"games.pgn", "games-1.czip", nil},
		{"games.pgn", "games-6.czip", learned.V1},
		{"positions.fen", "positions-1.czip", nil},
	} {
		plain, want := read(c.plain), read(c.archive)
		if got := compress(t, plain, &chesszip.WriterOptions{Level: c.level}); !bytes.Equal(got, want) {
			t.Errorf("%s at level %v is %d bytes that differ from the %d of %s; if the format has changed, run vectors/make",
				c.plain, c.level, len(got), len(want), c.archive)
		}
		var got bytes.Buffer
		_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(want), everyLevel)
		require.NoError(t, err, c.archive)
		if !bytes.Equal(got.Bytes(), plain) {
			t.Errorf("%s does not give %s back", c.archive, c.plain)
		}
	}
}
