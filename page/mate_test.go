package page_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type move struct {
	UCI, SAN, FEN, Result string
	Plies                 int
	Late                  bool
}

type answer struct {
	FEN, Turn, Result string
	Check, Late       bool
	Plies             int
	Moves             []move

	Error   string
	Illegal bool
}

func ask(t require.TestingT, h http.Handler, fen string) (int, answer) {
	r := get(h, "/mate/probe?fen="+url.QueryEscape(fen))
	var a answer
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&a))
	return r.StatusCode, a
}

func TestProbe(t *testing.T) {
	h := site()
	status, a := ask(t, h, "k7/8/1K6/3B4/8/N7/8/8 b - -")
	if status != 200 || a.FEN != "k7/8/1K6/3B4/8/N7/8/8 b - - 0 1" || a.Turn != "black" || !a.Check || a.Result != "lost" {
		t.Errorf("probe = %d, %+v", status, a)
	}
	// A forced move keeps the distance.
	if len(a.Moves) != 1 || a.Moves[0].SAN != "Kb8" || a.Moves[0].UCI != "a8b8" || a.Moves[0].Plies != a.Plies ||
		a.Moves[0].FEN != "1k6/8/1K6/3B4/8/N7/8/8 w - - 1 2" {
		t.Errorf("moves = %+v", a.Moves)
	}

	status, a = ask(t, h, "k7/8/NK6/3B4/8/8/8/8 b - - 0 1")
	if status != 200 || a.Result != "lost" || a.Plies != 0 || a.Moves == nil || len(a.Moves) != 0 {
		t.Errorf("probe of a mate = %d, %+v", status, a)
	}
	// The fifty-move rule leaves 3 half-moves, and the mate takes 65.
	status, a = ask(t, h, "K7/8/8/kB6/8/8/8/7N w - - 97 120")
	if status != 200 || a.Plies != 65 || !a.Late || !a.Moves[0].Late {
		t.Errorf("probe with a late clock = %d, %+v", status, a)
	}
}

func TestProbeRefuses(t *testing.T) {
	h := site()
	for _, c := range []struct {
		fen     string
		illegal bool
		why     string
	}{
		{"", true, "invalid FEN: "},
		{"<script>", true, "invalid FEN: "},
		{"8/8/8/8/8/8/8/K7 w - - 0 1", true, "illegal position: "},
		{"8/8/8/8/8/8/kK6/8 w - - 0 1", true, "illegal position: the kings touch"},
		{"k7/8/8/8/8/8/8/KQ6 w - - 0 1", false, ""},
		{"k6Q/8/8/8/8/8/8/K7 w - - 0 1", true, "illegal position: "},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, "unsolved ending: "},
	} {
		status, a := ask(t, h, c.fen)
		if c.why == "" {
			if status != 200 {
				t.Errorf("probe(%q) = %d, %q, want 200", c.fen, status, a.Error)
			}
			continue
		}
		if status != 400 || a.Illegal != c.illegal || !strings.HasPrefix(a.Error, c.why) {
			t.Errorf("probe(%q) = %d, %+v, want 400 and %q", c.fen, status, a, c.why)
		}
	}
}

// TestProbeAgrees plays at random from the examples of the page, which end as their text
// says, and compares every answer with those for the positions after its moves.
func TestProbeAgrees(t *testing.T) {
	h := site()
	var examples []string
	for _, m := range regexp.MustCompile(`<option value="([^"]+)">[^<]*?\(([0-9]+)\)`).FindAllStringSubmatch(body(t, get(h, "/mate/")), -1) {
		status, a := ask(t, h, m[1])
		if status != 200 || a.Result != "won" || strconv.Itoa((a.Plies+1)/2) != m[2] {
			t.Fatalf("example %s = %d, %+v, want a win in %s", m[1], status, a, m[2])
		}
		examples = append(examples, m[1])
	}
	if len(examples) < 5 {
		t.Fatalf("%d examples on the page", len(examples))
	}
	opposite := map[string]string{"won": "lost", "lost": "won", "drawn": "drawn"}
	rapid.Check(t, func(t *rapid.T) {
		_, a := ask(t, h, rapid.SampledFrom(examples).Draw(t, "example"))
		for range 4 {
			if len(a.Moves) == 0 {
				return
			}
			if best := a.Moves[0]; best.Result != a.Result || best.Plies != a.Plies {
				t.Fatalf("%s is %s in %d, its best move %+v", a.FEN, a.Result, a.Plies, best)
			}
			m := rapid.SampledFrom(a.Moves).Draw(t, "move")
			status, after := ask(t, h, m.FEN)
			want := m.Plies - 1
			if m.Result == "drawn" {
				want = 0
			}
			if status != 200 || after.FEN != m.FEN || after.Turn == a.Turn || after.Result != opposite[m.Result] || after.Plies != want || after.Late != m.Late {
				t.Fatalf("%s: after %+v comes %d, %+v", a.FEN, m, status, after)
			}
			a = after
		}
	})
}
