package table_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/pgn"
)

// games returns the games of a text as archives have them.
func games(t *testing.T, text []byte) []*pgn.ParsedGame {
	t.Helper()
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	var all []*pgn.ParsedGame
	for g, err := range a.Games().Texts(t.Context()) {
		require.NoError(t, err)
		all = append(all, pgn.ParseGame(string(g.Text)))
	}
	return all
}

func one(a *chesszip.Archive) iter.Seq2[*chesszip.Archive, error] {
	return func(yield func(*chesszip.Archive, error) bool) { yield(a, nil) }
}

// written returns the table of a text as a file.
func written(t *testing.T, s *table.Schema, text []byte, o *table.Options) (*os.File, table.Lost) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "games.parquet"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), &chesszip.ReaderOptions{Threads: 1})
	require.NoError(t, err)
	lost, err := table.Write(t.Context(), f, s, one(a), o)
	require.NoError(t, err)
	return f, lost
}

// back returns the text from a table.
func back(t *testing.T, f *os.File) []byte {
	t.Helper()
	info, err := f.Stat()
	require.NoError(t, err)
	var text bytes.Buffer
	_, err = table.Read(t.Context(), &text, f, info.Size())
	require.NoError(t, err)
	return text.Bytes()
}

// bare are columns that give a game back without its movetext.
var bare = []string{
	"Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff",
	"UTCDate", "UTCTime", "ECO", "Opening", "Termination", "TimeControl", "Date", "Round", "moves_uci", "clocks_ms", "evals", "nags", "marker",
	"encoding", "tag_order", "tags",
}

func schema(t *testing.T, extra, only []string) *table.Schema {
	t.Helper()
	s, err := table.NewSchema(extra, only)
	require.NoError(t, err)
	return s
}

// element is the part of an element that does not depend on what precedes it.
type element struct {
	kind pgn.Kind
	text string
}

// elements returns the elements of a game. A comment to the end of its line ends there.
func elements(g *pgn.ParsedGame) (all []element) {
	// Prose before the game is counted as lost.
	if at, _ := pgn.Begin([]byte(g.Text)); errors.Is(g.Err(), pgn.ErrBeforeGame) {
		g = pgn.ParseGame(g.Text[at:])
	}
	for i := range g.Movetext {
		e := element{g.Movetext[i].Kind, g.Movetext[i].Text}
		if e.kind == pgn.OpenComment {
			e.text = strings.TrimSpace(e.text) // it has the end of the game's text
		}
		all = append(all, e)
	}
	return all
}

// plies returns the half-moves of the main line; exact reports that clocks have no parts
// of milliseconds and mates are in 1 to 512 moves.
func plies(g *pgn.ParsedGame, exact bool) []pgn.Ply {
	all, _ := g.Plies()
	for i := range all {
		p := &all[i]
		if !exact {
			continue
		}
		if p.HasClock && p.Clock%time.Millisecond != 0 {
			p.HasClock, p.Clock = false, 0
		}
		if mate, ok := p.Eval.Mate(); ok && (mate == 0 || max(mate, -mate) > 512) {
			p.HasEval, p.Eval = false, 0
		}
	}
	return all
}

// sameGames checks that the games of two texts are the same: with movetext in
// everything, without it in tags, moves, clocks, evaluations and glyphs.
func sameGames(t *testing.T, before, after []byte, movetext bool) {
	t.Helper()
	want, got := games(t, before), games(t, after)
	if len(want) != len(got) {
		for i := range min(len(want), len(got)) {
			if !slices.Equal(want[i].Tags, got[i].Tags) || movetext && !slices.Equal(elements(want[i]), elements(got[i])) {
				t.Fatalf("%d games, not %d; the first that differs is game %d:\n%q\n%q", len(got), len(want), i, want[i].Text, got[i].Text)
			}
		}
		t.Fatalf("%d games, not %d", len(got), len(want))
	}
	for i, g := range want {
		h := got[i]
		if !slices.Equal(g.Tags, h.Tags) {
			t.Fatalf("game %d: tags\n%q\n%q", i, g.Tags, h.Tags)
		}
		if movetext && !slices.Equal(elements(g), elements(h)) {
			t.Fatalf("game %d:\n%q\n%q\n%v\n%v", i, g.Text, h.Text, elements(g), elements(h))
		}
		if a, b := fmt.Sprint(plies(g, !movetext)), fmt.Sprint(plies(h, false)); a != b {
			t.Fatalf("game %d: moves\n%s\n%s\n%q\n%q", i, a, b, g.Text, h.Text)
		}
		if g.Result != h.Result {
			t.Fatalf("game %d: result %q, not %q", i, h.Result, g.Result)
		}
	}
}

// TestFiles checks the round trip of all test files.
func TestFiles(t *testing.T) {
	data := os.Getenv("CHESSZIP_DATA")
	if data == "" {
		t.Skip("CHESSZIP_DATA does not name a folder of games")
	}
	var files []string
	for _, pattern := range []string{"pgn/*-test.pgn", "annotated/*", "odd/*.pgn"} {
		found, err := filepath.Glob(filepath.Join(data, pattern))
		require.NoError(t, err)
		files = append(files, found...)
	}
	require.NotEmpty(t, files)
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			f, lost := written(t, schema(t, nil, nil), text, nil)
			t.Log("all columns: ", lost)
			sameGames(t, text, back(t, f), true)
			f, lost = written(t, schema(t, nil, bare), text, nil)
			t.Log("without movetext: ", lost)
			sameGames(t, text, back(t, f), false)
		})
	}
}
