package answers

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// sendText sends a text to be read.
func sendText(t *testing.T, s *Site, target, text string) (*taken, error) {
	t.Helper()
	w := &taken{}
	return w, s.Ask(t.Context(), target, []byte(text), w)
}

// TestReadText reads the games of a file as a text that a client sends: each is as from
// the file itself, except its place.
func TestReadText(t *testing.T) {
	text, err := os.ReadFile("../../../server/testdata/games.pgn")
	require.NoError(t, err)
	s := New(threeGames(t), Options{})
	for i, id := range []string{"1-1", "1-2", "1-3"} {
		w, err := sendText(t, s, "/api/read?game="+id[2:], "\ufeff"+string(text))
		require.NoError(t, err)
		var got map[string]any
		require.NoError(t, json.Unmarshal(w.Bytes(), &got))
		require.EqualValues(t, 3, got["of"])
		want := asJSON(t, s, "/api/games/"+id)
		outline := got["games"].([]any)[i].(map[string]any)
		for name, value := range outline {
			require.Equal(t, got[name], value, name)
		}
		delete(got, "of")
		delete(got, "games")
		want["id"], want["archive"] = "0"+id[1:], 0.0
		require.Equal(t, want, got)
	}
}

// TestReadForms reads texts as people paste them.
func TestReadForms(t *testing.T) {
	s := New(threeGames(t), Options{})
	for text, moves := range map[string]int{
		"1. e4 e5 2. Nf3":   3,
		"e4 e5 Nf3 Nc6 Bb5": 5,
		"[White \"A\"]\n\n1. d4 (1. c4 c5) 1... d5 *":              2,
		"[FEN \"8/8/8/8/8/1k6/8/K6R w - - 0 1\"]\n\n1. Rh3+ Kc2 *": 2,
	} {
		w, err := sendText(t, s, "/api/read", text)
		require.NoError(t, err, text)
		var got struct {
			Moves []any
			PGN   string
		}
		require.NoError(t, json.Unmarshal(w.Bytes(), &got))
		if len(got.Moves) != moves {
			t.Errorf("%q has %d moves, want %d", text, len(got.Moves), moves)
		}
	}
	for target, c := range map[string][2]string{
		"/api/read?game=4":      {"1. e4 *", "the text has 1 games"},
		"/api/read?game=x":      {"1. e4 *", "not a number"},
		"/api/read?format=html": {"1. e4 *", "format"},
		"/api/read":             {"Dear Sir, no moves", "has no game"},
		"/api/read?game=1":      {strings.Repeat("x", maxText+1), "at most"},
		"/api/games":            {"1. e4 *", "at most 0"},
	} {
		if _, err := sendText(t, s, target, c[0]); err == nil || !strings.Contains(err.Error(), c[1]) || ProblemOf(err).Kind != Wrong {
			t.Errorf("%s of %.20q: %v, want %q", target, c[0], err, c[1])
		}
	}
}

// TestSendText gets a text back as PGN and as an archive of it.
func TestSendText(t *testing.T) {
	text, err := os.ReadFile("../../../server/testdata/games.pgn")
	require.NoError(t, err)
	s := New(threeGames(t), Options{})
	w, err := sendText(t, s, "/api/read?format=pgn", string(text))
	require.NoError(t, err)
	require.Equal(t, Head{Type: TypePGN, Name: "analysis.pgn"}, w.head)
	require.Equal(t, string(text), w.String())
	w, err = sendText(t, s, "/api/read?format=czip", string(text))
	require.NoError(t, err)
	require.Equal(t, Head{Type: TypeBinary, Name: "analysis.czip"}, w.head)
	var back bytes.Buffer
	_, err = chesszip.Decompress(t.Context(), &back, bytes.NewReader(w.Bytes()), nil)
	require.NoError(t, err)
	require.Equal(t, string(text), back.String())
}
