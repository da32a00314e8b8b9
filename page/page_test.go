package page_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/page"
)

// site is the handler of chesszip's pages.
func site() http.Handler { return page.Handler(page.Mate(new(endgame.Base))) }

// get sends h a request for a target, as a browser does for an address that the user
// typed. Each edit changes the request first.
func get(h http.Handler, target string, edits ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Host = "127.0.0.1:6464"
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

func TestRoutes(t *testing.T) {
	h := site()
	for _, c := range []struct {
		target string
		status int
		kind   string
	}{
		{"/", 302, "text/html; charset=utf-8"},
		{"/mate/", 200, "text/html; charset=utf-8"},
		{"/mate/mate.js", 200, "text/javascript; charset=utf-8"},
		{"/mate/mate.css", 200, "text/css; charset=utf-8"},
		{"/shared/board.js", 200, "text/javascript; charset=utf-8"},
		{"/shared/pieces.svg", 200, "image/svg+xml"},
		{"/shared/icon.svg", 200, "image/svg+xml"},
		{"/shared/", 404, "text/plain; charset=utf-8"},
		{"/shared/pieces.png", 404, "text/plain; charset=utf-8"},
		{"/mate/a/mate.js", 404, "text/plain; charset=utf-8"},
		{"/mate/index.html", 404, "text/plain; charset=utf-8"},
		{"/mate/..%2fmate.go", 404, "text/plain; charset=utf-8"},
		{"/archive/", 404, "text/plain; charset=utf-8"},
		{"/mate/probe", 400, "application/json"},
	} {
		r := get(h, c.target)
		if kind := r.Header.Get("Content-Type"); r.StatusCode != c.status || kind != c.kind {
			t.Errorf("GET %s = %d, %s, want %d, %s", c.target, r.StatusCode, kind, c.status, c.kind)
		}
		if csp := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none';") {
			t.Errorf("GET %s has policy %q", c.target, csp)
		}
	}
	if to := get(h, "/").Header.Get("Location"); to != "/mate/" {
		t.Errorf("GET / leads to %q, want /mate/", to)
	}
}

// TestLinks follows every file that a page, a style or a script refers to: all are
// served, and none is on another site.
func TestLinks(t *testing.T) {
	files := map[string]string{}
	for _, f := range page.Games(false) {
		files["/"+strings.TrimSuffix(f.Name, "index.html")] = string(f.Body)
	}
	h := site()
	read := func(target string) string {
		if text, ok := files[target]; ok {
			return text
		}
		r := get(h, target)
		if r.StatusCode != http.StatusOK {
			t.Errorf("GET %s = %d, want 200", target, r.StatusCode)
		}
		return body(t, r)
	}
	link := regexp.MustCompile(`(?:src|href)="([^"]*)"|(?:from |import |import\()"([^"]*)"|url\(([^)]*)\)`)
	seen := map[string]bool{}
	queue := []string{"/", "/mate/"}
	for len(queue) > 0 {
		target := queue[0]
		queue = queue[1:]
		text := read(target)
		if elsewhere := regexp.MustCompile(`(?:https?:)?//[a-z0-9]+\.[a-z0-9./]+`).FindAllString(text, -1); elsewhere != nil {
			for _, address := range elsewhere {
				if address != "http://www.w3.org/2000/svg" { // the name space of SVG, which is never requested
					t.Errorf("%s names %s", target, address)
				}
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := m[1] + m[2] + m[3]
			if strings.HasPrefix(to, "#") {
				continue
			}
			if !strings.HasPrefix(to, "/") {
				to = path.Join(path.Dir(target), to)
			}
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	for _, want := range []string{"/shared/page.css", "/shared/board.js", "/shared/fen.js", "/mate/mate.js", "/mate/table.js", "/games/app.js", "/games/api.js", "/games/analysis.js", "/games/finder.js", "/games/analysis.css"} {
		if !seen[want] {
			t.Errorf("nothing leads to %s: the search is too narrow", want)
		}
	}
}

func TestGuard(t *testing.T) {
	h := site()
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	fetch := func(site, mode string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", site)
			r.Header.Set("Sec-Fetch-Mode", mode)
		}
	}
	method := func(m string) func(*http.Request) { return func(r *http.Request) { r.Method = m } }
	for _, c := range []struct {
		name   string
		edit   func(*http.Request)
		status int
	}{
		{"as it is", func(*http.Request) {}, 200},
		{"another port", host("127.0.0.1:80"), 200},
		{"no port", host("127.0.0.1"), 200},
		{"localhost", host("localhost:6464"), 200},
		{"rebound name", host("evil.example:6464"), 421},
		{"name that begins alike", host("127.0.0.1.evil.example:6464"), 421},
		{"no host", host(""), 421},
		{"address of the network", host("192.168.0.7:6464"), 421},
		{"own script", fetch("same-origin", "cors"), 200},
		{"address bar", fetch("none", "navigate"), 200},
		{"link from elsewhere", fetch("cross-site", "navigate"), 200},
		{"script from elsewhere", fetch("cross-site", "no-cors"), 403},
		{"another port's script", fetch("same-site", "cors"), 403},
		{"head", method("HEAD"), 200},
		{"post", method("POST"), 405},
		{"put", method("PUT"), 405},
		{"body", func(r *http.Request) { r.ContentLength = 1 }, 413},
		{"body of unknown length", func(r *http.Request) { r.ContentLength = -1 }, 413},
		{"long address", func(r *http.Request) { r.URL.RawQuery = strings.Repeat("x", 1100) }, 414},
	} {
		if r := get(h, "/mate/", c.edit); r.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", c.name, r.StatusCode, c.status)
		}
	}
}

// TestSlim checks that slim removes nothing with an effect from scripts and styles.
func TestSlim(t *testing.T) {
	for _, f := range page.Games(false) {
		ext := path.Ext(f.Name)
		if ext != ".js" && ext != ".css" {
			continue
		}
		text, err := os.ReadFile(f.Name)
		require.NoError(t, err)
		if ext == ".css" {
			text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(text, nil)
			require.NotContains(t, string(f.Body), "/*", f.Name)
		} else {
			// A string over several lines must have no line that looks like a comment.
			for _, part := range regexp.MustCompile("(?s)`[^`]*`").FindAllString(string(text), -1) {
				require.NotRegexp(t, `(?m)^\s*//`, part, f.Name)
			}
			text = regexp.MustCompile("(?m)(^\\s*//.*| // [^\"'`\n]*)$").ReplaceAll(text, nil)
		}
		// In a style, blanks next to signs have no effect, nor has the last semicolon.
		words := func(text string) string {
			if text = strings.Join(strings.Fields(text), " "); ext == ".js" {
				return text
			}
			return regexp.MustCompile(`;?\s*([{}:;,>])\s*`).ReplaceAllString(text, "$1")
		}
		require.Equal(t, words(string(text)), words(string(f.Body)), f.Name)
	}
}

// TestStatic checks that the static form asks a worker where the other form asks the
// server, and is otherwise equal.
func TestStatic(t *testing.T) {
	files := func(static bool) map[string]string {
		all := map[string]string{}
		for _, f := range page.Games(static) {
			all[f.Name] = string(f.Body)
		}
		return all
	}
	served, static := files(false), files(true)
	for name, text := range served {
		if same := static[name] == text; same == (name == "index.html" || name == "games/send.js") {
			t.Errorf("%s is the same in both forms: %v", name, same)
		}
	}
	for name := range static {
		if served[name] == "" && !strings.HasPrefix(name, "static/") {
			t.Errorf("%s is in the static form only", name)
		}
	}
	head := static["index.html"]
	for _, part := range []string{`<script defer src="static/start.js"></script>`, `<link rel="stylesheet" href="static/static.css">`, `content="default-src 'none'; `} {
		if strings.Count(head, part) != 1 {
			t.Errorf("the static page lacks %s", part)
		}
	}
	if n := strings.Count(head, "<script"); n != 1 {
		t.Errorf("the static page has %d scripts, want 1", n)
	}
}

// TestGames checks that the page of games is small.
func TestGames(t *testing.T) {
	size := 0
	for _, f := range page.Games(false) {
		if ext := path.Ext(f.Name); ext == ".js" || ext == ".css" {
			size += len(f.Body)
		}
		if f.Kind == "" {
			t.Errorf("%s has no type", f.Name)
		}
	}
	t.Logf("%d bytes of script and style", size)
	if size > 300_000 {
		t.Errorf("%d bytes of script and style, want at most 300,000", size)
	}
}
