// Package answers makes the answers of the API about games of archives and PGN files:
// lists and searches, single games, the moves from a position, and the sizes of parts.
// It does not depend on HTTP: package server serves its answers, and contrib/wasm gives
// them to a page that reads archives itself.
//
//	request:  path and parameters, such as /api/games?query=player:petrov
//	answer:   a Head, and bytes in pieces: JSON, PGN, an archive
//	error:    a Problem: its kind, what is wrong, and what to do
//
// docs/api-http.md has every path, its parameters and its answers. Searches through
// games wait in a queue; equal requests share one search, which stops when the last
// client has left. Results are cached while there is room.
package answers

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Ask answers the request for a target, a path with parameters such as
// /api/games?limit=10, for callers without a router; body is what the client sends.
func (s *Site) Ask(ctx context.Context, target string, body []byte, to Sink) error {
	path, query, _ := strings.Cut(target, "?")
	values, err := parseQuery(query)
	if err != nil {
		return BadQuery(err)
	}
	for _, r := range s.Routes() {
		if id, ok := matches(r.Pattern, path); ok {
			if int64(len(body)) > r.Body {
				return Bad("the text has %d bytes; at most %d are read here", len(body), r.Body)
			}
			return r.Serve(&Answer{Context: ctx, Request: Request{ID: id, Values: values, Body: body}, To: to})
		}
	}
	return errNoRoute
}

// parseQuery replaces url.ParseQuery, which adds 24 kB to the WebAssembly module.
func parseQuery(query string) (values map[string][]string, err error) {
	values = map[string][]string{}
	for part := range strings.SplitSeq(query, "&") {
		if strings.Contains(part, ";") {
			return nil, errors.New("invalid semicolon separator in query")
		}
		name, value, _ := strings.Cut(part, "=")
		if name, err = unescape(name); err != nil {
			return nil, err
		}
		if value, err = unescape(value); err != nil {
			return nil, err
		}
		values[name] = append(values[name], value)
	}
	return values, nil
}

func unescape(text string) (string, error) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '+':
			c = ' '
		case '%':
			escape := text[i:min(i+3, len(text))]
			n, err := strconv.ParseUint(escape[1:], 16, 8)
			if err != nil || len(escape) < 3 {
				return "", fmt.Errorf("invalid URL escape %q", escape)
			}
			c = byte(n)
			i += 2
		}
		out = append(out, c)
	}
	return string(out), nil
}

// matches reports whether a path matches a pattern, and returns its {id}.
func matches(pattern, path string) (id string, ok bool) {
	before, after, named := strings.Cut(pattern, "{id}")
	if !named {
		return "", path == pattern
	}
	id, ok = strings.CutPrefix(path, before)
	if id, ok2 := strings.CutSuffix(id, after); ok && ok2 && id != "" && !strings.Contains(id, "/") {
		return id, true
	}
	return "", false
}
