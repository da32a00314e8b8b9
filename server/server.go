// Package server answers tools that ask for games over HTTP: lists and searches,
// single games, what was played from a position, and what the bytes of an archive are
// spent on, as JSON; and the questions of Lichess' opening explorer as it does, so that
// a tool that speaks its protocol changes one address.
//
//	l, err := server.Listen("127.0.0.1:6464")
//	err = server.Serve(ctx, l, server.Handler(files, nil))
//
// The files are archives or PGN, open as chesszip.Archive: nothing else is read, and
// nothing is written. docs/api-http.md has every route, its parameters and answers:
//
//	/                        the page of package page, for browsers
//	/mate/                   its page of solved endings
//	/api                     the routes
//	/api/archives            the files, and what their columns take
//	/api/games               lists, single games, bits of each move
//	/api/download            a selection, as PGN or as an archive
//	/api/facets              how many games by year, result, opening, rating
//	/api/suggest             players and openings by the beginnings of their names
//	/api/explore             what games have made of a position
//	/api/find                games that have a pattern on the board
//	/api/position            legal moves, the name of an opening
//	/masters /lichess /player    as explorer.lichess.org
//
// Handler answers to the names of the loopback interface and those of its Options, and
// to pages of other sites only as far as Options.Origins say. Work that looks through
// games waits in a queue, is shared by those who ask for the same, and stops when the
// last of them has gone. It is not a server for the open internet: there are no users,
// no TLS and no log.
//
// What is answered under /api is that of package internal/serve/answers; here are the protocol
// of Lichess' explorer and what is of HTTP: routes, statuses, ETags, deadlines, the guard.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/internal/serve/answers"
	"github.com/chesszip/chesszip/internal/serve/webguard"
)

// maxTarget is the longest path and query that is looked at, in bytes: a FEN, a long
// game in coordinates, and a query, all escaped.
const maxTarget = 16 << 10

// File is a file that is served.
type File struct {
	Name    string // as it is shown
	Archive *chesszip.Archive
	// Version tells one state of the file from another: answers that a client has
	// stay valid while it is the same. Size and time of change will do.
	Version string
}

// Options are the settings of Handler; nil and the zero value mean the defaults.
type Options struct {
	// Hosts are the names, without ports, by which clients may call the server beside
	// those of the loopback interface.
	Hosts []string
	// Origins are those of other sites whose pages may read what is under /api and the
	// explorer's routes, such as https://example.org; "*" is every site.
	Origins []string
	// Scans is how many requests look through the moves of games at once, default 2, and
	// Queue how many wait for their turn, default 16. Who comes then is told to come
	// again. Half as many look through tags, for whom sixteen times as many wait.
	Scans, Queue int
}

// Handler answers for the files, of which there is at least one. They may be archives
// or PGN, and must stay open.
func Handler(files []File, o *Options) http.Handler {
	if o == nil {
		o = &Options{}
	}
	all := make([]answers.File, len(files))
	for i, f := range files {
		all[i] = answers.File(f)
	}
	mux := http.NewServeMux()
	routes(mux, answers.New(all, answers.Options{Scans: o.Scans, Queue: o.Queue, Endings: new(endgame.Base)}))
	pages(mux)
	policy := &webguard.Policy{
		Hosts: o.Hosts, Origins: o.Origins, MaxTarget: maxTarget,
		Open:   func(r *http.Request) bool { return isAPI(r.URL.Path) },
		Refuse: func(w http.ResponseWriter, status int, why string) { writeError(w, status, answers.Problem{Text: why}) },
	}
	return policy.Guard(mux)
}

// isAPI reports whether a path is one that tools ask for, not a page.
func isAPI(path string) bool {
	for _, p := range []string{"/api", "/masters", "/master", "/lichess", "/player"} {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// routes are what is answered. All are asked for by GET or HEAD.
func routes(mux *http.ServeMux, s *answers.Site) {
	x := newExplorer(s)
	all := append(s.Routes(),
		answers.Route{Pattern: "/api", Answer: index},
		answers.Route{Pattern: "/masters", Answer: x.masters},
		answers.Route{Pattern: "/master", Answer: x.masters},
		answers.Route{Pattern: "/masters/pgn/{id}", Answer: s.GamePGN},
		answers.Route{Pattern: "/master/pgn/{id}", Answer: s.GamePGN},
		answers.Route{Pattern: "/lichess", Answer: x.lichess},
		answers.Route{Pattern: "/player", Answer: x.player})
	for _, r := range all {
		mux.Handle("GET "+r.Pattern, handler(s.Version(), r))
		mux.HandleFunc(r.Pattern, wrongMethod)
	}
	mux.HandleFunc("/", noRoute)
}

func wrongMethod(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	writeError(w, http.StatusMethodNotAllowed, answers.Problem{Text: r.Method + " is not answered here", Hint: "ask by GET"})
}

func noRoute(w http.ResponseWriter, _ *http.Request) {
	writeError(w, http.StatusNotFound, answers.Problem{Text: "no such route", Hint: "/api names the routes"})
}

// index names the routes.
func index(a *answers.Answer) error {
	return a.JSON(indexJSON{
		Server: "chesszip", Documentation: "https://github.com/chesszip/chesszip/blob/main/docs/api-http.md",
		Routes: []routeJSON{
			{"/api/archives", "the files, and how many games they hold"},
			{"/api/archives/{archive}/columns", "bytes by column"},
			{"/api/games?query=&archive=&sort=&from=&limit=", "a page of games"},
			{"/api/games/{id}", "a game: tags, moves, comments, variations, PGN"},
			{"/api/games/{id}/pgn", "its text"},
			{"/api/games/{id}/bytes", "bits of each move"},
			{"/api/download?query=&archive=&games=&format=", "a selection, as pgn or czip"},
			{"/api/facets?query=&archive=", "games by year, result, opening and rating"},
			{"/api/suggest?text=&query=&archive=", "players and openings that begin so"},
			{"/api/explore?fen=&play=&query=&archive=&moves=&games=", "what was played from a position"},
			{"/api/find?pattern=&query=&archive=&after=&limit=&look=&count=", "games with a pattern on the board"},
			{"/api/position?fen=&play=", "legal moves and the name of the opening"},
			{"/masters, /masters/pgn/{id}, /lichess, /player", "as explorer.lichess.org answers"},
		},
	})
}

type indexJSON struct {
	Server        string      `json:"server"`
	Documentation string      `json:"documentation"`
	Routes        []routeJSON `json:"routes"`
}

type routeJSON struct {
	Route string `json:"route"`
	About string `json:"about"`
}

// Listen opens an address of a TCP port, such as 127.0.0.1:6464; port 0 takes any that
// is free.
func Listen(address string) (net.Listener, error) {
	l, err := webguard.Listen(address)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return l, nil
}

// Serve answers requests by h until ctx ends, then closes l and returns the cause of
// that end: requests in progress have a fifth of a second to end. Any other error is
// that of the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	err := webguard.Serve(ctx, l, h)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return fmt.Errorf("server: %w", err)
}
