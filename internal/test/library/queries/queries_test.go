package queries

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// queryCases are the cases of testdata/queries.json.
type queryCases struct {
	Games []struct {
		Tags  map[string]string
		Moves string
	}
	Cases []queryCase
}

type queryCase struct {
	Query, Text string
	Meant, Said string // of words without fields
	Games       []int64
	Error       *struct{ Field, Text, Hint string }
}

// pgn is the games as PGN.
func (c *queryCases) pgn() (games [][]byte) {
	for _, g := range c.Games {
		var b bytes.Buffer
		for name, value := range g.Tags {
			b.WriteString("[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + "\"]\n")
		}
		if len(g.Tags) > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(g.Moves + "\n\n")
		games = append(games, b.Bytes())
	}
	return games
}

// readQueries reads the cases, at least 60 of them with words without fields.
func readQueries(t testing.TB) (c queryCases) {
	t.Helper()
	text, err := os.ReadFile("../../../../testdata/queries.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &c))
	plain := 0
	for _, one := range c.Cases {
		if one.Meant != "" {
			plain++
		}
	}
	require.GreaterOrEqual(t, plain, 60)
	return c
}

// TestQueries runs the queries of the test data on PGN, and on archives with each kind
// of index.
func TestQueries(t *testing.T) {
	all := readQueries(t)
	src := bytes.Join(all.pgn(), nil)
	// Frames of one game each, whose statistics decide if they can.
	var frames []byte
	for _, game := range all.pgn() {
		frames = append(frames, kit.Compress(t, game, &chesszip.WriterOptions{Open: kit.EveryIndex})...)
	}
	in := map[string]*chesszip.Archive{
		"PGN":     kit.OpenPGN(t, src),
		"archive": kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel),
		"numbers": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnNumbers}), kit.EveryLevel),
		"players": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnNames}), kit.EveryLevel),
		"both":    kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.ColumnNumbers}), kit.EveryLevel),
		"frames":  kit.OpenBytes(t, frames, kit.EveryLevel),
	}
	for _, c := range all.Cases {
		q, err := chesszip.ParseQuery(c.Query)
		if c.Error != nil {
			var at *chesszip.QueryError
			require.True(t, errors.As(err, &at), c.Query)
			require.Equal(t, *c.Error, struct{ Field, Text, Hint string }{at.Field, at.Text, at.Hint}, c.Query)
			continue
		}
		require.NoError(t, err, c.Query)
		if c.Text == "" {
			c.Text = c.Query
		}
		require.Equal(t, c.Text, q.String(), c.Query)
		for what, a := range in {
			q := q
			if c.Meant != "" {
				q, err = chesszip.Understand(t.Context(), q, a)
				require.NoError(t, err, c.Query)
				require.Equal(t, [2]string{c.Meant, c.Said}, [2]string{q.String(), q.Meaning()}, "%s of %s", c.Query, what)
			}
			got := []int64{}
			for h, err := range a.Games().Where(q).Headers(t.Context()) {
				require.NoError(t, err)
				got = append(got, h.Number+1)
			}
			require.Equal(t, c.Games, got, "%s of %s", c.Query, what)
		}
	}
}

// TestRareNames holds that a name of one game of many is found by the lists of an archive,
// and that an event of many games comes before a player of one.
func TestRareNames(t *testing.T) {
	var src bytes.Buffer
	for i := range 8001 {
		event, white := "London Classic", "Hill, Anna"
		switch i {
		case 4001: // of two games one is sampled, the first
			event, white = "Quixotic Cup", "Ziegelbrenner, Otto"
		case 4003:
			white = "London, Jack"
		}
		fmt.Fprintf(&src, "[Event \"%s\"]\n[White \"%s\"]\n[Black \"Rook, %d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", event, white, i%3000)
	}
	a := kit.OpenBytes(t, kit.Compress(t, src.Bytes(), &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.ColumnNumbers}), kit.EveryLevel)
	for words, meant := range map[string]string{
		"ziegelbrenner": "player:ziegelbrenner", "otto cup": "player:otto event:cup", "quixotic": "event:quixotic",
		"london": "event:london", "otto ziegelbrenner": `player:"otto ziegelbrenner"`, "nobody": "any:nobody",
	} {
		q, err := chesszip.ParseQuery(words)
		require.NoError(t, err)
		q, err = chesszip.Understand(t.Context(), q, a)
		require.NoError(t, err)
		require.Equal(t, meant, q.String(), words)
	}
}
