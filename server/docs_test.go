package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
)

const apiPage = "../docs/api-http.md"

// TestExamples sends the requests of the examples in docs/api-http.md, and compares the
// answers. With -update it writes the answers to the document.
func TestExamples(t *testing.T) {
	text, err := os.ReadFile(apiPage)
	require.NoError(t, err)
	h := Handler(threeGames(t), nil)
	example := regexp.MustCompile("(?s)```http\nGET ([^\n]+)\n```\n```json\n(.*?)```")
	asked := 0
	out := example.ReplaceAllFunc(text, func(block []byte) []byte {
		asked++
		m := example.FindSubmatch(block)
		target, want := string(m[1]), string(m[2])
		r := get(h, target)
		require.Equal(t, http.StatusOK, r.StatusCode, target)
		var got bytes.Buffer
		require.NoError(t, json.Indent(&got, []byte(body(t, r)), "", "  "), target)
		if !golden.Updating() && got.String() != want {
			t.Errorf("GET %s gives\n%s\nthe page shows\n%s", target, got.String(), want)
		}
		return []byte("```http\nGET " + target + "\n```\n```json\n" + got.String() + "```")
	})
	if asked < 9 {
		t.Errorf("%d examples, want more", asked)
	}
	if golden.Updating() {
		require.NoError(t, os.WriteFile(apiPage, out, 0o666))
	}
}

// TestFields checks that the document has every field of every answer, and that the
// document and the index have every route.
func TestFields(t *testing.T) {
	text, err := os.ReadFile(apiPage)
	require.NoError(t, err)
	prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(text), "")
	h := Handler(sample1250(t), nil)
	fields := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, w := range v {
				fields[name] = true
				walk(w)
			}
		case []any:
			for _, w := range v {
				walk(w)
			}
		}
	}
	for _, target := range []string{
		"/api/archives", "/api/archives/1/columns", "/api/games", "/api/games/1-1", "/api/games/1-1/bytes", "/api/facets", "/api/suggest?text=a", "/api/names", "/api/player?name=a", "/api/explore",
		"/api/find?pattern=mate", "/api/position?fen=8/8/8/3k4/8/8/8/KBN5+w+-+-",
	} {
		walk(asJSON(t, h, target))
	}
	var read any
	r := get(h, "/api/read", post("1. e4 e5 *"))
	require.NoError(t, json.NewDecoder(r.Body).Decode(&read))
	walk(read)
	if len(fields) < 50 {
		t.Errorf("%d fields, want more: %v", len(fields), fields)
	}
	for name := range fields {
		if !strings.Contains(prose, "`"+name+"`") {
			t.Errorf("docs/api-http.md does not say what %s is", name)
		}
	}
	for _, r := range asJSON(t, h, "/api")["routes"].([]any) {
		route := r.(map[string]any)["route"].(string)
		words := []string{route}
		if path, parameters, _ := strings.Cut(route, "?"); !strings.HasPrefix(route, "/api") {
			words = strings.Split(path+"&"+strings.ReplaceAll(parameters, "=", ""), "&")
		}
		for _, word := range words {
			if word != "" && !strings.Contains(prose, "`"+word+"`") {
				t.Errorf("docs/api-http.md does not have %s of %s", word, route)
			}
		}
	}
}
