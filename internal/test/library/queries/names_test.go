package queries

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// nameCases are the cases of testdata/names.json.
type nameCases struct {
	Names   []string
	Queries []struct {
		Query, Text string
		Names       []string
	}
}

// latin1 returns a text in Latin-1; false if that is impossible or makes no difference.
func latin1(text string) ([]byte, bool) {
	var out []byte
	for _, c := range text {
		if c > 0xff {
			return nil, false
		}
		out = append(out, byte(c))
	}
	return out, len(out) != len(text)
}

// TestNames searches for players whose names are spelled in many ways: in PGN, archives
// with each index, frames of one game each, whose statistics decide if they can, shards,
// an appended archive, and a stream.
func TestNames(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/names.json")
	require.NoError(t, err)
	var all nameCases
	require.NoError(t, json.Unmarshal(text, &all))

	var games [][]byte
	var named []string
	for i, name := range all.Names {
		spellings := [][]byte{[]byte(name)}
		if other, ok := latin1(name); ok {
			spellings = append(spellings, other)
		}
		for _, s := range spellings {
			white, black := s, []byte("Nobody")
			if i%2 > 0 {
				white, black = black, white
			}
			games = append(games, fmt.Appendf(nil, "[Event \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 *\n\n", i, white, black))
			named = append(named, name)
		}
	}
	src := bytes.Join(games, nil)
	var frames []byte
	for _, game := range games {
		frames = append(frames, kit.Compress(t, game, &chesszip.WriterOptions{Open: kit.EveryIndex})...)
	}
	in := map[string]*chesszip.Archive{
		"PGN":     kit.OpenPGN(t, src),
		"archive": kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel),
		"players": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnNames}), kit.EveryLevel),
		"all":     kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel),
		"frames":  kit.OpenBytes(t, frames, kit.EveryLevel),
	}
	for _, c := range all.Queries {
		q, err := chesszip.ParseQuery(c.Query)
		require.NoError(t, err, c.Query)
		want := []int64{}
		for i, name := range named {
			if slices.Contains(c.Names, name) {
				want = append(want, int64(i))
			}
		}
		for _, name := range c.Names {
			require.Contains(t, all.Names, name, c.Query)
		}
		for what, a := range in {
			got := []int64{}
			for h, err := range a.Games().Where(q).Headers(t.Context()) {
				require.NoError(t, err)
				got = append(got, h.Number)
			}
			require.Equal(t, want, got, "%s of %s", c.Query, what)
		}
	}
}
