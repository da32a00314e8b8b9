package server

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/answers"
)

// TestRefusals checks which requests are wrong, and the error of each.
func TestRefusals(t *testing.T) {
	h := Handler(threeGames(t), nil)
	for _, c := range []struct {
		target string
		status int
		says   string
	}{
		{"/nothing", 404, "no such route"},
		{"/api/games/", 404, "no such route"},
		{"/api/download?query=player:50%", 400, "behind the question mark"},
		{"/api/archives/2/columns", 404, "no such archive"},
		{"/api/games/1-4", 404, "no such game"},
		{"/api/games/2-1", 404, "no such game"},
		{"/api/games/1-0", 404, "no such game"},
		{"/api/games/17", 404, "no such game"},
		{"/masters/pgn/abcdefgh", 404, "no such game"},
		{"/api/games?query=elo:soon", 400, "want"},
		{"/api/games?query=wite:a", 400, "did you mean"},
		{"/api/games?archive=x", 404, "no such archive"},
		{"/api/games?limit=-1", 400, "limit"},
		{"/api/games?sort=-name", 400, "none of date, elo,"},
		{"/api/suggest?text=a&query=wite:a", 400, "did you mean"},
		{"/api/names?query=wite:a", 400, "did you mean"},
		{"/api/player", 400, "player"},
		{"/api/player?name=/(/", 400, "player"},
		{"/api/player?name=a&query=wite:a", 400, "did you mean"},
		{"/api/explore?fen=nonsense", 400, "FEN"},
		{"/api/explore?play=e2e5", 400, "cannot be played"},
		{"/api/find?pattern=", 400, "malformed"},
		{"/api/find?pattern=mate&after=9-9", 404, "no such game"},
		{"/api/download?format=html", 400, "format"},
		{"/api/download?games=1-3..1-1", 400, "no range"},
		{"/lichess?variant=atomic", 400, "atomic"},
		{"/lichess?speeds=slow", 400, "speeds"},
		{"/lichess?ratings=high", 400, "ratings"},
		{"/lichess?ratings=-1", 400, "ratings"},
		{"/lichess?since=soon", 400, "since"},
		{"/lichess?since=2013-13", 400, "since"},
		{"/player?color=white", 400, "player"},
		{"/player?player=a&color=red", 400, "color"},
		{"/player?player=a&color=white&modes=quick", 400, "modes"},
	} {
		r := get(h, c.target)
		if text := body(t, r); r.StatusCode != c.status || !strings.Contains(text, c.says) {
			t.Errorf("GET %s = %d %s, want %d and %q", c.target, r.StatusCode, text, c.status, c.says)
		}
		if tag := r.Header.Get("ETag"); tag != "" {
			t.Errorf("GET %s: an error has the ETag %s", c.target, tag)
		}
		if kind := r.Header.Get("Content-Type"); kind != answers.TypeJSON {
			t.Errorf("GET %s: an error is %s", c.target, kind)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		r := get(h, "/api/games", func(r *http.Request) { r.Method = method })
		if r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" || !strings.HasPrefix(body(t, r), `{"error":`) {
			t.Errorf("%s is answered with %d, %v, want 405 as JSON", method, r.StatusCode, r.Header)
		}
	}
}

// post makes a request send a text.
func post(text string) func(*http.Request) {
	return func(r *http.Request) {
		r.Method, r.Body, r.ContentLength = http.MethodPost, io.NopCloser(strings.NewReader(text)), int64(len(text))
	}
}

// TestBodies sends texts: only one route reads them, up to a length, and only those of
// its own pages.
func TestBodies(t *testing.T) {
	h := Handler(threeGames(t), nil)
	unknown := func(r *http.Request) { r.ContentLength = -1 }
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	elsewhere := func(r *http.Request) { r.Header.Set("Origin", "https://example.org") }
	for _, c := range []struct {
		name, target, text string
		edit               func(*http.Request)
		status             int
		says               string
	}{
		{"a game", "/api/read", "1. e4 e5 *", nil, 200, `"san":"e5"`},
		{"as curl sends it", "/api/read", "1. e4 e5 *", form, 200, `"san":"e5"`},
		{"an archive", "/api/read?format=czip", "1. e4 e5 *", nil, 200, ""},
		{"prose", "/api/read", "nothing", nil, 400, "has no game"},
		{"too long", "/api/read", strings.Repeat("1. e4 *\n\n", 1<<19), nil, 413, "at most 4 MiB"},
		{"unknown length", "/api/read", "1. e4 *", unknown, 413, "known length"},
		{"another site", "/api/read", "1. e4 *", elsewhere, 403, "other sites"},
		{"another route", "/api/games", "1. e4 *", nil, 413, "no body"},
	} {
		edits := []func(*http.Request){post(c.text)}
		if c.edit != nil {
			edits = append(edits, c.edit)
		}
		r := get(h, c.target, edits...)
		if text := body(t, r); r.StatusCode != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %.200s, want %d and %q", c.name, r.StatusCode, text, c.status, c.says)
		}
		if tag := r.Header.Get("ETag"); tag != "" {
			t.Errorf("%s has the ETag %s", c.name, tag)
		}
	}
	if r := get(h, "/api/read"); r.StatusCode != 405 || r.Header.Get("Allow") != "POST" || !strings.Contains(body(t, r), "ask by POST") {
		t.Errorf("GET /api/read = %d, %v", r.StatusCode, r.Header)
	}
}

// TestChanged requests games of a file that has changed since it was opened: the error
// names the file, says what to do, and does not look like a game.
func TestChanged(t *testing.T) {
	b, err := packedSample()
	require.NoError(t, err)
	b = bytes.Clone(b)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), nil)
	require.NoError(t, err)
	h := Handler([]File{{Name: "lichess.czip", Archive: a}}, nil)
	clear(b)
	for _, target := range []string{"/api/games/1-1", "/api/games/1-1/pgn", "/api/games?limit=1", "/api/download", "/api/find?pattern=mate", "/api/explore?query=player:a", "/api/names", "/api/player?name=a", "/api/archives/1/columns"} {
		r := get(h, target)
		text := body(t, r)
		if r.StatusCode != 500 || !strings.HasPrefix(text, `{"error":"lichess.czip: `) || !strings.Contains(text, "start the server again") {
			t.Errorf("GET %s = %d %s, want 500 and what to do", target, r.StatusCode, text)
		}
		if r.Header.Get("Content-Type") != answers.TypeJSON || r.Header.Get("ETag")+r.Header.Get("Content-Disposition") != "" {
			t.Errorf("GET %s: an error with the headers %v", target, r.Header)
		}
	}
}

// TestHead checks that HEAD requests get the headers, and that no games are looked up
// for a download.
func TestHead(t *testing.T) {
	h := Handler(threeGames(t), nil)
	for _, format := range []string{"pgn", "czip"} {
		r := get(h, "/api/download?format="+format, func(r *http.Request) { r.Method = http.MethodHead })
		if text := body(t, r); r.StatusCode != 200 || text != "" || !strings.Contains(r.Header.Get("Content-Disposition"), "games."+format) {
			t.Errorf("HEAD as %s: %d, %d bytes, %v", format, r.StatusCode, len(text), r.Header)
		}
	}
}

// TestLongHeaders checks that headers of more than 16 KiB are refused, and so are more
// than 16 ranges of bytes: for a page and an answer, by the handler and by a server.
func TestLongHeaders(t *testing.T) {
	h := Handler(threeGames(t), nil)
	l, err := Listen("127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- Serve(ctx, l, h) }()
	defer func() {
		stop()
		require.ErrorIs(t, <-served, context.Canceled)
	}()
	ranges := func(n int) string { return "bytes=" + strings.Repeat("0-0,", n-1) + "2-3" }
	target := "/api/games?query=date:" + strings.Repeat("x", 15<<10)
	for _, path := range []string{"/", "/api/archives"} {
		for _, c := range []struct {
			name, value string
			status      int
		}{
			{"Cookie", strings.Repeat("x", 16000), 200},
			{"Cookie", strings.Repeat("x", 16<<10), 431},
			{"Cookie", strings.Repeat("x", 40<<10), 431},
			{"Range", ranges(17), 416},
			{"Range", ranges(4000), 416},
		} {
			edit := func(r *http.Request) { r.Header.Set(c.name, c.value) }
			r := get(h, path, edit)
			if r.StatusCode != c.status || c.status > 200 && !strings.HasPrefix(body(t, r), `{"error":`) {
				t.Errorf("GET %s with %d bytes of %s = %d, want %d", path, len(c.value), c.name, r.StatusCode, c.status)
			}
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.Addr().String()+path, nil)
			require.NoError(t, err)
			edit(req)
			r, err = http.DefaultClient.Do(req)
			require.NoError(t, err)
			r.Body.Close()
			if r.StatusCode != c.status {
				t.Errorf("GET %s with %d bytes of %s = %d of the server, want %d", path, len(c.value), c.name, r.StatusCode, c.status)
			}
		}
	}
	if r := get(h, "/", func(r *http.Request) { r.Header.Set("Range", ranges(16)) }); r.StatusCode != 206 {
		t.Errorf("16 ranges = %d, want 206", r.StatusCode)
	}
	r, err := http.Get("http://" + l.Addr().String() + target)
	require.NoError(t, err)
	r.Body.Close()
	if r.StatusCode != 400 {
		t.Errorf("a long target = %d, want 400: it is no header", r.StatusCode)
	}
}

// slowClient takes nothing of an answer until it is allowed to.
type slowClient struct {
	*httptest.ResponseRecorder
	waits chan struct{} // receives a value when the client does not take a piece
	may   chan struct{}
}

func (c *slowClient) Write(b []byte) (int, error) {
	c.waits <- struct{}{}
	<-c.may
	return c.ResponseRecorder.Write(b)
}

// TestSlowDownloads checks that clients that do not read their answers delay only other
// downloads, and only if there are many of them.
func TestSlowDownloads(t *testing.T) {
	h := Handler(threeGames(t), &Options{Scans: 1})
	slow := func(target string) *slowClient {
		c := &slowClient{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
		done := make(chan struct{})
		go func() {
			defer close(done)
			h.ServeHTTP(c, httptest.NewRequest(http.MethodGet, "http://localhost"+target, nil))
		}()
		<-c.waits
		t.Cleanup(func() {
			close(c.may)
			for range c.waits {
			}
		})
		t.Cleanup(func() {
			go func() {
				<-done
				close(c.waits)
			}()
		})
		return c
	}
	slow("/api/download")
	for range 2 * runtime.GOMAXPROCS(0) {
		slow("/api/games/1-1/pgn")
	}
	for _, target := range []string{"/api/find?pattern=check", "/api/games/1-2/pgn", "/api/games/1-2", "/api/download?format=czip"} {
		if r := get(h, target); r.StatusCode != 200 || body(t, r) == "" {
			t.Errorf("GET %s = %d while others are slow", target, r.StatusCode)
		}
	}
}
