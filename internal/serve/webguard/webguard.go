// Package webguard protects the handler of a small web server. It passes requests of the
// server's own pages and of tools, and ends requests that are slow or too many:
//
//	l, err := webguard.Listen("127.0.0.1:6464")
//	err = webguard.Serve(ctx, l, policy.Guard(handler))
//
// It does not depend on the served content, and writes no log.
package webguard

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// contentPolicy allows a page to load only what the same server serves.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Policy selects the requests that are passed. Its zero value passes requests to the
// names of the loopback interface, with targets of no length.
type Policy struct {
	// Name is the prefix of refusals in plain text, such as "page".
	Name string
	// Hosts are further names and addresses of the server besides 127.0.0.1, ::1 and
	// localhost, without ports.
	Hosts []string
	// Origins are the sites whose pages may read what Open accepts, such as
	// https://example.org; "*" is every site.
	Origins []string
	// Open reports whether these may read the answer to a request; nil means no.
	Open func(r *http.Request) bool
	// MaxTarget is the greatest length of a path and query, in bytes.
	MaxTarget int
	// MaxBody returns the greatest length of the body of a request, in bytes; nil means 0.
	MaxBody func(r *http.Request) int64
	// Refuse answers a refused request, with a status and the reason; nil answers in
	// plain text.
	Refuse func(w http.ResponseWriter, status int, why string)
}

// Guard refuses, before h sees them, requests that no page or tool of the server sends:
//
//   - another Host than those of the policy: a page whose own name has been pointed at
//     127.0.0.1 (DNS rebinding) counts as the same origin, and only that header reveals it;
//   - a request from another site, according to the browser, unless that site may read
//     the answer;
//   - bodies longer than MaxBody or of unknown length, targets longer than MaxTarget, headers of more than 16 KiB, and more than 16
//     ranges of bytes.
//
// Methods are refused by h, except the OPTIONS that a browser sends for an allowed site.
func (p *Policy) Guard(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", contentPolicy)
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		// The next release may use the same port.
		head.Set("Cache-Control", "no-store")
		welcome := p.allows(r)
		if p.shares(r) {
			head.Add("Vary", "Origin")
		}
		if welcome {
			head.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
			head.Set("Access-Control-Expose-Headers", "ETag, Retry-After, Content-Disposition")
		}
		switch {
		case !p.answersTo(r.Host):
			p.refuse(w, http.StatusMisdirectedRequest, "this host is not served here")
		case !welcome && foreign(r):
			p.refuse(w, http.StatusForbidden, "other sites are not served")
		case len(r.URL.Path)+len(r.URL.RawQuery) > p.MaxTarget:
			p.refuse(w, http.StatusRequestURITooLong, "address too long")
		case headerSize(r) > maxHeader:
			p.refuse(w, http.StatusRequestHeaderFieldsTooLarge, "headers too long")
		case strings.Count(strings.Join(r.Header["Range"], ","), ",") >= maxRanges:
			p.refuse(w, http.StatusRequestedRangeNotSatisfiable, "too many ranges")
		case r.ContentLength < 0 || r.ContentLength > p.maxBody(r):
			p.refuse(w, http.StatusRequestEntityTooLarge, p.bodyRule(r))
		case welcome && r.Method == http.MethodOptions:
			preflight(w, r)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

func (p *Policy) maxBody(r *http.Request) int64 {
	if p.MaxBody == nil {
		return 0
	}
	return p.MaxBody(r)
}

// bodyRule says why the body of a request is refused.
func (p *Policy) bodyRule(r *http.Request) string {
	if n := p.maxBody(r); n > 0 {
		return fmt.Sprintf("a text of at most %d MiB and of known length is read here; serve longer files by chesszip serve FILE", n>>20)
	}
	return "requests have no body here"
}

// maxRanges is the greatest number of byte ranges of a request: each has a header of its
// own.
const maxRanges = 16

// headerSize returns the length of a request's headers as sent, in bytes.
func headerSize(r *http.Request) (n int) {
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(": ") + len(v) + len("\r\n")
		}
	}
	return n + len("Host: ") + len(r.Host) + len("\r\n")
}

func (p *Policy) refuse(w http.ResponseWriter, status int, why string) {
	if p.Refuse != nil {
		p.Refuse(w, status, why)
		return
	}
	http.Error(w, p.Name+": "+why, status)
}

// preflight answers a browser's question about an allowed site.
func preflight(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Access-Control-Allow-Methods", "GET, HEAD")
	head.Set("Access-Control-Allow-Headers", "Accept, Authorization, If-None-Match")
	head.Set("Access-Control-Max-Age", "600")
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		head.Set("Access-Control-Allow-Private-Network", "true")
	}
	w.WriteHeader(http.StatusNoContent)
}

// answersTo reports whether a Host header names this server.
func (p *Policy) answersTo(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	switch host {
	case "127.0.0.1", "::1", "localhost":
		return true
	}
	return slices.ContainsFunc(p.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// shares reports whether pages of some other site may read the answer.
func (p *Policy) shares(r *http.Request) bool {
	return len(p.Origins) > 0 && p.Open != nil && p.Open(r)
}

// allows reports whether a page of another site may read the answer.
func (p *Policy) allows(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin != "" && p.shares(r) && (slices.Contains(p.Origins, "*") || slices.Contains(p.Origins, origin))
}

// foreign reports whether a page of another site made the request, according to the
// browser. A link from there is a navigation, and allowed: the other site sees nothing
// of it.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		return err != nil || u.Host != r.Host
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site":
		return r.Header.Get("Sec-Fetch-Mode") != "navigate"
	}
	return false
}
