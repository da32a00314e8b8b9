package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/page"
)

// TestPages checks that the pages are served next to the API, and not sent again to a
// client that has them.
func TestPages(t *testing.T) {
	h := Handler(threeGames(t), nil)
	for target, kind := range map[string]string{
		"/": "text/html", "/games/app.js": "text/javascript", "/games/app.css": "text/css",
		"/shared/pieces.svg": "image/svg+xml", "/mate/": "text/html", "/mate/mate.js": "text/javascript",
	} {
		r := get(h, target)
		if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || !strings.HasPrefix(got, kind) || body(t, r) == "" {
			t.Errorf("GET %s = %d %s, want 200 and %s", target, r.StatusCode, got, kind)
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("GET %s has the policy %q", target, policy)
		}
	}
	for _, f := range page.Games(false) {
		target := "/" + strings.TrimSuffix(f.Name, "index.html")
		tag := get(h, target).Header.Get("ETag")
		again := get(h, target, func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
		if tag == "" || again.StatusCode != http.StatusNotModified {
			t.Errorf("GET %s with its ETag %q = %d, want 304", target, tag, again.StatusCode)
		}
	}
	for _, target := range []string{"/index.html", "/games/", "/games/none.js", "/shared/", "/games/..%2findex.html"} {
		if r := get(h, target); r.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s = %d, want 404", target, r.StatusCode)
		}
	}
}
