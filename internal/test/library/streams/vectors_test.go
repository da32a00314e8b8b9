package streams

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestVectors checks the golden archives of the folder vectors, which vectors/make
// makes.
func TestVectors(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join("../../../../vectors", name))
		require.NoError(t, err)
		return b
	}
	for _, c := range []struct {
		plain, archive string
		o              *chesszip.WriterOptions
	}{
		{"games.pgn", "games-1.czip", nil},
		{"games.pgn", "games-6.czip", &chesszip.WriterOptions{Level: learned.V1}},
		{"worked.pgn", "worked-1.czip", nil},
		{"positions.fen", "positions-1.czip", nil},
		{"openings.pgn", "openings-1.czip", &chesszip.WriterOptions{Open: chesszip.OpeningTable}},
		{"open.pgn", "open-0.czip", chesszip.Database()},
	} {
		plain, want := read(c.plain), read(c.archive)
		packed, err := chesszip.Encode(nil, plain, c.o)
		require.NoError(t, err, c.archive)
		if !bytes.Equal(packed, want) {
			t.Errorf("%s is %d bytes that differ from the %d of %s; if the format has changed, run vectors/make",
				c.plain, len(packed), len(want), c.archive)
		}
		var got bytes.Buffer
		_, err = chesszip.Decompress(t.Context(), &got, bytes.NewReader(want), kit.EveryLevel)
		require.NoError(t, err, c.archive)
		if !bytes.Equal(got.Bytes(), plain) {
			t.Errorf("%s does not give %s back", c.archive, c.plain)
		}
	}
	checkVectorOfOpenings(t, read("openings-1.czip"), string(read("openings-1.table")))
	plain, file := read("games.pgn"), read("games-1.czip")
	for range 3 {
		file = kit.Appended(t, file, read("more.pgn"), nil)
		plain = append(plain, read("more.pgn")...)
	}
	require.Equal(t, read("appended-1.czip"), file)
	kit.CheckWhole(t, "appended-1.czip", file, plain)
	refused, err := filepath.Glob("../../../../vectors/refused/*.czip")
	require.NoError(t, err)
	require.Len(t, refused, 9)
	for _, name := range refused {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		_, err = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(b), nil)
		require.True(t, errors.Is(err, chesszip.ErrCorrupt) || errors.Is(err, chesszip.ErrVersion), "%s: %v", name, err)
	}
}

// checkVectorOfOpenings compares the opening table of an archive with the output of
// another decoder.
func checkVectorOfOpenings(t testing.TB, packed []byte, lines string) {
	text := func(u *openingtree.Tally) string {
		s := fmt.Sprintf("%d %d %d %d; %d/%d %d/%d; %d;", u.White, u.Draws, u.Black, u.Open,
			u.WhiteElo.Sum, u.WhiteElo.N, u.BlackElo.Sum, u.BlackElo.N, u.LastYear)
		for _, g := range u.Samples {
			s += fmt.Sprintf(" %d:%d", g.Rating, g.Game)
		}
		return s
	}
	var got strings.Builder
	for line := range strings.Lines(lines) {
		fen, _, _ := strings.Cut(line, "; ")
		if strings.HasPrefix(fen, " ") {
			continue
		}
		p, err := board.ParseFEN(fen + " 0 1")
		require.NoError(t, err)
		n, _ := kit.OpeningNode(t, packed, 0, &p)
		require.NotNil(t, n, fen)
		fmt.Fprintf(&got, "%s; %s\n", fen, text(&n.Tally))
		for i := range n.Moves {
			fmt.Fprintf(&got, "  %s; %s\n", strings.ReplaceAll(n.Moves[i].Move.String(), "-", ""), text(&n.Moves[i].Tally))
		}
	}
	require.Equal(t, lines, got.String())
}
