// Package webguard stands between the requests of a small web server and what
// answers them. It lets through what the server's own pages and tools ask for, and
// ends what is slow or comes too often:
//
//	l, err := webguard.Listen("127.0.0.1:6464")
//	err = webguard.Serve(ctx, l, policy.Guard(handler))
//
// It knows nothing of what is served, and writes no log.
package webguard

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// contentPolicy lets a page load what the same server gives and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Policy says what is let through. Its zero value answers to the names of the
// loopback interface, and to targets of no length.
type Policy struct {
	// Name stands in front of what a refusal in plain text says, such as "page".
	Name string
	// Hosts are names and addresses that are answered to beside 127.0.0.1, ::1 and
	// localhost, without ports.
	Hosts []string
	// Origins are those of other sites whose pages may read what Open says, such as
	// https://example.org; "*" stands for every site.
	Origins []string
	// Open says what these may read; nil is nothing.
	Open func(r *http.Request) bool
	// MaxTarget is the longest path and query that is looked at, in bytes.
	MaxTarget int
	// Refuse answers what is refused, with a status and why; nil answers plain text.
	Refuse func(w http.ResponseWriter, status int, why string)
}

// Guard refuses what no page or tool of the server asks for, before h sees it:
//
//   - another Host than those of the policy: a page whose own name has been pointed at
//     127.0.0.1 (DNS rebinding) counts as the same origin, and only that header gives
//     it away;
//   - a request that the browser says comes from another site, unless that may read
//     what it asks for;
//   - bodies, targets longer than MaxTarget, headers of more than 16 KiB, and more than 16
//     ranges of bytes.
//
// Methods are refused by h, but for the OPTIONS by which a browser asks on behalf of
// an allowed site.
func (p *Policy) Guard(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", contentPolicy)
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		// The next release may be on the same port.
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
		case r.ContentLength != 0:
			p.refuse(w, http.StatusRequestEntityTooLarge, "requests have no body here")
		case welcome && r.Method == http.MethodOptions:
			preflight(w, r)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

// maxRanges is how many ranges of bytes are given at once: each has a header of its own.
const maxRanges = 16

// headerSize returns how long the headers of a request are, in bytes, as they are sent.
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

// preflight answers a browser that asks what an allowed site may send.
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

// shares reports whether pages of some other site may read what is asked for.
func (p *Policy) shares(r *http.Request) bool {
	return len(p.Origins) > 0 && p.Open != nil && p.Open(r)
}

// allows reports whether a page of another site asks for what it may read.
func (p *Policy) allows(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin != "" && p.shares(r) && (slices.Contains(p.Origins, "*") || slices.Contains(p.Origins, origin))
}

// foreign reports whether the browser says that a page of another site made the
// request. A link from there is a navigation, which is welcome: the other site sees
// nothing of it.
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
