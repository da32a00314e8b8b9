package page

import (
	"net"
	"net/http"
)

// maxTarget is the longest path and query that is looked at, in bytes. The
// longest in use is a FEN of at most 100 bytes, each perhaps escaped.
const maxTarget = 1024

// policy lets a page load what the same server gives and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard refuses what no page of ours asks for, before h sees it:
//
//   - another Host than the loopback names: a page whose own name has been
//     pointed at 127.0.0.1 (DNS rebinding) counts as the same origin, and only
//     that header gives it away;
//   - a request that the browser says comes from another site;
//   - bodies, and targets longer than any in use.
func guard(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		// The next release may be on the same port.
		head.Set("Cache-Control", "no-store")
		switch {
		case !loopback(r.Host):
			http.Error(w, "page: this host is not served here", http.StatusMisdirectedRequest)
		case foreign(r):
			http.Error(w, "page: other sites are not served", http.StatusForbidden)
		case len(r.URL.Path)+len(r.URL.RawQuery) > maxTarget:
			http.Error(w, "page: address too long", http.StatusRequestURITooLong)
		case r.ContentLength != 0:
			http.Error(w, "page: requests have no body here", http.StatusRequestEntityTooLarge)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

// loopback reports whether a Host header names this machine for itself.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	switch host {
	case "127.0.0.1", "localhost":
		return true
	}
	return false
}

// foreign reports whether the browser says that a page of another site made
// the request. A link from there to a page of ours is a navigation, which is
// welcome: the other site sees nothing of it.
func foreign(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site":
		return r.Header.Get("Sec-Fetch-Mode") != "navigate"
	}
	return false
}
