package answers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestWhole checks which games can be played to their end, and their openings.
func TestWhole(t *testing.T) {
	for moves, want := range map[string]struct {
		whole   bool
		opening string
	}{
		"1. e4 e5 2. Nf3":                          {true, "King's Knight Opening"},
		"1. e4 e5 (1... Kd4) 2. a3":                {true, "King's Pawn Game: Mengarini's Opening"},
		"1. e4 e5 2. Ke8":                          {false, "King's Pawn Game"},
		strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 10_000): {false, "Zukertort Opening"},
	} {
		v := asJSON(t, New([]File{pgnFile(t, "a.pgn", []byte("[Event \"a\"]\n\n"+moves+" *\n"))}, Options{}), "/api/games/1-1")
		if o := v["opening"].(map[string]any)["name"]; v["whole"] != want.whole || o != want.opening {
			t.Errorf("%.40s: whole is %v, the opening %v, want %v", moves, v["whole"], o, want)
		}
	}
}

// TestEstimates checks that the estimates for the games of a frame add up to its
// columns.
func TestEstimates(t *testing.T) {
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "[Event \"Match\"]\n[White \"Player %d\"]\n[Result \"*\"]\n\n1. e4 {A remark, number %d} e5 *\n\n", i*i, i*7%50)
	}
	for _, level := range []*learned.Level{nil, learned.V1} {
		h := New([]File{archiveFile(t, "a", []byte(text.String()), &chesszip.WriterOptions{Level: level})}, Options{})
		want := map[string]float64{}
		for _, c := range asJSON(t, h, "/api/archives/1/columns")["columns"].([]any) {
			name, n := c.(map[string]any)["name"].(string), c.(map[string]any)["bytes"].(float64)
			switch {
			case strings.Contains(name, "comments"):
				want["comments"] += n
			case strings.HasPrefix(name, "[") || name == "new tags":
				want["tags"] += n
			}
		}
		got := map[string]float64{}
		for i := range 50 {
			v := asJSON(t, h, fmt.Sprintf("/api/games/1-%d/bytes", i+1))
			for _, what := range []string{"tags", "comments"} {
				got[what] += v[what].(map[string]any)["estimatedBytes"].(float64)
			}
		}
		for what, n := range want {
			if n == 0 || got[what] < n-5 || got[what] > n+5 { // each is rounded to a tenth
				t.Errorf("estimates of %s add up to %v, the columns take %v", what, got[what], n)
			}
		}
	}
	v := asJSON(t, New(threeGames(t), Options{}), "/api/games/1-1/bytes")
	if n := v["tags"].(map[string]any)["estimatedBytes"]; n != nil {
		t.Errorf("the tags of PGN take %v", n)
	}
}
