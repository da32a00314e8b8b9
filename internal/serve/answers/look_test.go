package answers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/endgame"
)

// testLook checks that a search in steps, here of one frame each, finds the same,
// reports its progress, and counts step by step.
func testLook(t *testing.T, s *Site, text string, want []any) {
	var got []any
	after, looked, steps, counted := "", 0.0, 0, 0.0
	for {
		target := "look=300&pattern=" + escaped(text) + after
		v := asJSON(t, s, "/api/find?limit=40&"+target)
		for _, g := range v["games"].([]any) {
			g := g.(map[string]any)
			got = append(got, []any{g["id"], g["ply"]})
		}
		now := v["looked"].(float64)
		if now <= looked || v["total"] != 1253.0 || now > 1253 {
			t.Errorf("%s: behind %v games, %v of %v were looked at", text, looked, now, v["total"])
		}
		looked = now
		steps++
		if v["after"] == nil {
			break
		}
		after = "&after=" + v["after"].(string)
	}
	require.Equal(t, want, got, text)
	if looked != 1253 || steps < 2 {
		t.Errorf("%s: %v games were looked at in %d steps", text, looked, steps)
	}
	for after = ""; ; {
		v := asJSON(t, s, "/api/find?limit=0&count=true&look=300&pattern="+escaped(text)+after)
		counted += v["count"].(float64)
		if v["after"] == nil {
			break
		}
		after = "&after=" + v["after"].(string)
	}
	if int(counted) != len(want) {
		t.Errorf("%s: %v games counted step by step, want %d", text, counted, len(want))
	}
}

// TestPosition checks the answers for a line, for a position that no game can reach, and
// for a solved ending.
func TestPosition(t *testing.T) {
	s := New(threeGames(t), Options{Endings: new(endgame.Base)})
	v := asJSON(t, s, "/api/position?play=e2e4,e7e5")
	line := v["line"].([]any)
	if len(line) != 2 || jsonText(t, line[1]) != `{"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2","san":"e5","uci":"e7e5"}` || v["invalid"] != nil || v["solved"] != nil {
		t.Errorf("1. e4 e5: %v", v)
	}
	if v := asJSON(t, s, "/api/position?fen=8/8/8/8/8/8/8/K7+w+-+-+0+1"); v["invalid"] != "a player has no king" {
		t.Errorf("one king: %v", v["invalid"])
	}
	v = asJSON(t, s, "/api/position?fen=7k/8/6K1/8/8/8/5Q2/8+w+-+-+0+1")
	if jsonText(t, v["solved"]) != `{"plies":1,"result":"won"}` {
		t.Errorf("a mate in one is %v", v["solved"])
	}
	for _, m := range v["moves"].([]any) {
		m := m.(map[string]any)
		want := map[string]string{"f2f8": `{"plies":1,"result":"won"}`, "f2f7": `{"plies":0,"result":"drawn"}`}[m["uci"].(string)]
		if got := jsonText(t, m["solved"]); want != "" && got != want {
			t.Errorf("%v ends as %s, want %s", m["san"], got, want)
		}
	}
}
