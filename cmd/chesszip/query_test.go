package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// TestQueries runs the queries of the library's test data by --query, by a flag for each
// of their terms, and those with words without fields by search.
func TestQueries(t *testing.T) {
	text, err := os.ReadFile("../../testdata/queries.json")
	require.NoError(t, err)
	var all struct {
		Games []struct {
			Tags  map[string]string
			Moves string
		}
		Cases []struct {
			Query, Meant, Said string
			Games              []int64
			Error              *struct{ Text, Hint string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &all))
	var src strings.Builder
	for _, g := range all.Games {
		for name, value := range g.Tags {
			src.WriteString("[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + "\"]\n")
		}
		src.WriteString("\n" + g.Moves + "\n\n")
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(file, []byte(src.String()), 0o600))

	for _, c := range all.Cases {
		if c.Error != nil {
			var errw bytes.Buffer
			err := run(t.Context(), []string{"filter", "--query", c.Query, file}, strings.NewReader(""), io.Discard, &errw)
			require.Equal(t, statusMisuse, exitStatus(err), c.Query)
			require.Contains(t, errw.String(), "malformed query: ", c.Query)
			require.Contains(t, errw.String(), c.Error.Hint, c.Query)
			continue
		}
		require.Equal(t, c.Games, numbersBy(t, file, "filter", "--query", c.Query), c.Query)
		if c.Meant != "" {
			if !strings.ContainsRune(c.Query, '"') {
				require.Equal(t, c.Games, numbersBy(t, file, "search", append([]string{"--"}, strings.Fields(c.Query)...)...), c.Query)
			}
			continue
		}
		q, err := chesszip.ParseQuery(c.Query)
		require.NoError(t, err, c.Query)
		var flags []string
		for _, term := range q.Terms {
			if term.Not {
				term.Not = false
				flags = append(flags, "--not", (&chesszip.Query{Terms: []chesszip.Term{term}}).String())
			} else {
				flags = append(flags, "--"+term.Field+"="+term.Value)
			}
		}
		require.Equal(t, c.Games, numbersBy(t, file, "filter", flags...), flags)
	}
}

// numbersBy returns the numbers of the games that flags select, and checks the exit
// status.
func numbersBy(t *testing.T, file, verb string, flags ...string) []int64 {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append(append([]string{verb, "--json"}, flags...), file), strings.NewReader(""), &out, io.Discard)
	numbers := []int64{}
	for d := json.NewDecoder(&out); d.More(); {
		var g struct{ Number int64 }
		require.NoError(t, d.Decode(&g))
		numbers = append(numbers, g.Number)
	}
	want := statusDone
	if len(numbers) == 0 {
		want = statusNone
	}
	require.Equal(t, want, exitStatus(err), flags)
	return numbers
}
