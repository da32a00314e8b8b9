package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/answers"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// pgnFile opens a text as a file to serve.
func pgnFile(t *testing.T, name string, text []byte) File {
	t.Helper()
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	return File{Name: name, Archive: a}
}

// threeGames are those of testdata, as PGN.
func threeGames(t *testing.T) []File {
	t.Helper()
	text, err := os.ReadFile("testdata/games.pgn")
	require.NoError(t, err)
	return []File{pgnFile(t, "games.pgn", text)}
}

// packedSample is an archive of 1,250 games of Lichess with all indexes.
var packedSample = sync.OnceValues(func() ([]byte, error) {
	text, err := corpus.Read(corpus.Sample)
	if err != nil {
		return nil, err
	}
	return chesszip.Encode(nil, text, &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.OpeningTable})
})

// sample1250 opens packedSample.
func sample1250(t *testing.T) []File {
	t.Helper()
	b, err := packedSample()
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), nil)
	require.NoError(t, err)
	return []File{{Name: "lichess.czip", Archive: a}}
}

// get sends h a request. Each edit changes the request first.
func get(h http.Handler, target string, edits ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Host = "127.0.0.1:6465"
	for _, edit := range edits {
		edit(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(b)
}

// asJSON requests an object, and returns its fields.
func asJSON(t *testing.T, h http.Handler, target string) map[string]any {
	t.Helper()
	r := get(h, target)
	text := body(t, r)
	require.Equal(t, http.StatusOK, r.StatusCode, "%s: %s", target, text)
	require.Equal(t, answers.TypeJSON, r.Header.Get("Content-Type"), target)
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &v), target)
	return v
}

func escaped(s string) string { return url.QueryEscape(s) }

// TestGuarded checks which requests are answered: those to names of the server, from its
// own pages, and from allowed sites only under /api and the explorer's routes.
func TestGuarded(t *testing.T) {
	h := Handler(threeGames(t), &Options{Hosts: []string{"chess.local"}, Origins: []string{"https://tool.example"}})
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	from := func(origin, site, mode string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Origin", origin)
			r.Header.Set("Sec-Fetch-Site", site)
			r.Header.Set("Sec-Fetch-Mode", mode)
		}
	}
	ask := func(origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Method = http.MethodOptions
			r.Header.Set("Origin", origin)
			r.Header.Set("Access-Control-Request-Method", "GET")
			r.Header.Set("Access-Control-Request-Headers", "authorization")
		}
	}
	for _, c := range []struct {
		name, target string
		edit         func(*http.Request)
		status       int
		allowed      string
	}{
		{"loopback", "/api/archives", host("localhost:1"), 200, ""},
		{"IPv6", "/api/archives", host("[::1]:1"), 200, ""},
		{"named host", "/api/archives", host("CHESS.local:6465"), 200, ""},
		{"other host", "/api/archives", host("evil.example"), 421, ""},
		{"other host, a page", "/", host("192.168.0.7:6465"), 421, ""},
		{"allowed site", "/api/archives", from("https://tool.example", "cross-site", "cors"), 200, "https://tool.example"},
		{"allowed site, explorer", "/lichess", from("https://tool.example", "cross-site", "cors"), 200, "https://tool.example"},
		{"allowed site, a page", "/", from("https://tool.example", "cross-site", "cors"), 403, ""},
		{"allowed site, a name like the API", "/apis", from("https://tool.example", "cross-site", "cors"), 403, ""},
		{"other site", "/api/archives", from("https://evil.example", "cross-site", "cors"), 403, ""},
		{"other site without fetch metadata", "/api/archives", from("https://evil.example", "", ""), 403, ""},
		{"site that begins alike", "/api/archives", from("https://tool.example.evil.example", "cross-site", "cors"), 403, ""},
		{"no site", "/api/archives", from("null", "cross-site", "cors"), 403, ""},
		{"own page", "/api/archives", from("http://127.0.0.1:6465", "same-origin", "cors"), 200, ""},
		{"picture", "/api/archives", from("", "cross-site", "no-cors"), 403, ""},
		{"allowed site asks", "/lichess", ask("https://tool.example"), 204, "https://tool.example"},
		{"other site asks", "/lichess", ask("https://evil.example"), 403, ""},
		{"body", "/api/archives", func(r *http.Request) { r.ContentLength = 1 }, 413, ""},
		{"long", "/api/games", func(r *http.Request) { r.URL.RawQuery = strings.Repeat("x", maxTarget) }, 414, ""},
	} {
		r := get(h, c.target, c.edit)
		if got := r.Header.Get("Access-Control-Allow-Origin"); r.StatusCode != c.status || got != c.allowed {
			t.Errorf("%s: %d, allowed %q, want %d, %q", c.name, r.StatusCode, got, c.status, c.allowed)
		}
		if text := body(t, r); c.status >= 400 && !strings.HasPrefix(text, `{"error":`) {
			t.Errorf("%s: the error is %q, want JSON", c.name, text)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: headers %v", c.name, r.Header)
		}
	}
	closed := Handler(threeGames(t), nil)
	if r := get(closed, "/api/archives", from("https://tool.example", "cross-site", "cors")); r.StatusCode != 403 || r.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("without allowed sites: %d, %v", r.StatusCode, r.Header)
	}
	open := Handler(threeGames(t), &Options{Origins: []string{"*"}})
	if r := get(open, "/api/archives", from("https://any.example", "cross-site", "cors")); r.StatusCode != 200 {
		t.Errorf("every site is allowed: %d", r.StatusCode)
	}
}

// TestNoHTML requests everything about a game whose tags and comments hold markup: none
// of it is HTML.
func TestNoHTML(t *testing.T) {
	h := Handler(threeGames(t), nil)
	for _, target := range []string{
		"/api", "/api/games", "/api/games/1-2", "/api/games/1-2/bytes", "/api/explore", "/api/find?pattern=start", "/masters", "/lichess",
		"/player?player=petrov&color=black", "/api/games?query=" + escaped(`white:"<script>alert(1)</script>"`),
		"/api/find?pattern=" + escaped(`<script>`), "/api/games?query=" + escaped("<script>:x"), "/<script>",
	} {
		r := get(h, target)
		text := body(t, r)
		if kind := r.Header.Get("Content-Type"); strings.Contains(kind, "html") || strings.Contains(kind, "xml") {
			t.Errorf("GET %s is %s", target, kind)
		}
		if strings.Contains(text, "<script") || strings.Contains(text, "<img") {
			t.Errorf("GET %s has markup: %s", target, text)
		}
	}
	r := get(h, "/api/games/1-2/pgn")
	if text := body(t, r); r.Header.Get("Content-Type") != answers.TypePGN || !strings.Contains(text, "<script>alert(1)</script>") {
		t.Errorf("the text of a game is %s, %s", r.Header.Get("Content-Type"), text)
	}
}

// TestETag checks that an answer that the client has is neither sent again nor computed.
func TestETag(t *testing.T) {
	files := threeGames(t)
	h := Handler(files, nil)
	first := get(h, "/masters?play=e2e4")
	tag := first.Header.Get("ETag")
	require.NotEmpty(t, tag)
	with := func(tag string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("If-None-Match", tag) }
	}
	for _, c := range []struct {
		target, tag string
		status      int
	}{
		{"/masters?play=e2e4", tag, 304},
		{"/masters?play=e2e4", `"x", W/` + tag, 304},
		{"/masters?play=e2e4", `"x"`, 200},
		{"/masters?play=d2d4", tag, 200},
		{"/lichess?play=e2e4", tag, 200},
	} {
		if r := get(h, c.target, with(c.tag)); r.StatusCode != c.status {
			t.Errorf("GET %s with %s = %d, want %d", c.target, c.tag, r.StatusCode, c.status)
		}
	}
	files[0].Version = "changed"
	if r := get(Handler(files, nil), "/masters?play=e2e4", with(tag)); r.StatusCode != 200 {
		t.Errorf("a changed file: %d, want 200", r.StatusCode)
	}
}

// TestGzip asks for answers packed and not: the bytes are the same, and each form has a
// tag of its own, with which the client gets 304.
func TestGzip(t *testing.T) {
	h := Handler(sample1250(t), nil)
	takes := func(codings string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Accept-Encoding", codings) }
	}
	for _, c := range []struct {
		target, codings string
		packed          bool
	}{
		{"/api/games?limit=500", "br, gzip;q=0.8", true},
		{"/api/games?limit=500", "GZIP", true},
		{"/api/explore", "gzip", true}, // in parts
		{"/player?player=a*&color=white", "gzip", true},
		{"/api/games?limit=500", "gzip;q=0", false},
		{"/api/games?limit=500", "gzip; q=0.000, br", false},
		{"/api/games?limit=500", "", false},
		{"/api/games?limit=1", "gzip", false}, // too short
		{"/api/games/1-1/pgn", "gzip", false},
		{"/api/download?format=czip", "gzip", false},
	} {
		plain := get(h, c.target)
		want := body(t, plain)
		r := get(h, c.target, takes(c.codings))
		sent := body(t, r)
		require.Equal(t, "Accept-Encoding", r.Header.Get("Vary"), c.target)
		require.Equal(t, c.packed, r.Header.Get("Content-Encoding") == "gzip", "%s, %s", c.target, c.codings)
		if c.packed {
			require.Less(t, len(sent), len(want)/2, c.target)
			z, err := gzip.NewReader(strings.NewReader(sent))
			require.NoError(t, err)
			text, err := io.ReadAll(z)
			require.NoError(t, err)
			sent = string(text)
			require.Empty(t, r.Header.Get("Content-Length"))
		}
		require.Equal(t, want, sent, c.target)
		require.Equal(t, c.packed, r.Header.Get("ETag") != plain.Header.Get("ETag"), c.target)
		again := get(h, c.target, takes(c.codings), func(q *http.Request) { q.Header.Set("If-None-Match", r.Header.Get("ETag")) })
		require.Equal(t, http.StatusNotModified, again.StatusCode, c.target)
		require.Equal(t, r.Header.Get("ETag"), again.Header.Get("ETag"))
		require.Equal(t, "Accept-Encoding", again.Header.Get("Vary"))
	}
	failed := get(h, "/api/games/1-9999", takes("gzip"))
	require.Equal(t, http.StatusNotFound, failed.StatusCode)
	require.Empty(t, failed.Header.Get("Content-Encoding"))
}

// TestStops ends the server by its context while a download hangs.
func TestStops(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	require.NoError(t, err)
	cause := io.ErrNoProgress
	ctx, stop := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, Handler(sample1250(t), nil)) }()
	r, err := http.Get("http://" + l.Addr().String() + "/api/download")
	require.NoError(t, err)
	defer r.Body.Close()
	stop(cause)
	require.ErrorIs(t, <-ended, cause)
}
