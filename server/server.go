// Package server serves archives and PGN files over HTTP. It answers in JSON: lists of
// games, searches, single games, the moves played from a position, and the sizes of the
// parts of an archive. It also speaks the protocol of Lichess' opening explorer, so that
// a tool for that protocol only needs another address.
//
//	l, err := server.Listen("127.0.0.1:6464")
//	err = server.Serve(ctx, l, server.Handler(files, nil))
//
// The files are open as chesszip.Archive. The server reads no other files, and writes
// none. docs/api-http.md describes every route, its parameters and answers:
//
//	/                        the page of package page, for browsers
//	/mate/                   its page of solved endings
//	/api, /openapi.json      the routes
//	/api/archives            the files, and the sizes of their columns
//	/api/games               lists, single games, bits of each move
//	/api/download            a selection, as PGN or as an archive
//	/api/facets              numbers of games by year, result, opening, rating
//	/api/suggest             players and openings by the beginnings of their names
//	/api/names               the most frequent players and events
//	/api/player              the report of a player
//	/api/engine              lines of a chess engine of the user
//	/api/explore             moves and results from a position
//	/api/find                games that have a pattern on the board
//	/api/position            legal moves, the name of an opening
//	/api/read                a game of a text that the client sends
//	/masters /lichess /player    as explorer.lichess.org
//
// Handler answers requests to the names of the loopback interface and to Options.Hosts,
// and pages of other sites only as Options.Origins allows. Searches through games wait
// in a queue; equal requests share one search, which stops when the last client has
// left. The server is not for the open internet: it has no users, no TLS and no log.
//
// Package internal/serve/answers makes the answers under /api. This package has the
// explorer's protocol and the HTTP part: routes, statuses, ETags, deadlines, access
// checks.
package server

import (
	"context"
	_ "embed"
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

// maxTarget is the greatest length of a path and query, in bytes: a FEN, a long game in
// coordinates, and a query, all escaped.
const maxTarget = 16 << 10

// File is a file that is served.
type File struct {
	Name    string // shown to users
	Archive *chesszip.Archive
	// Version identifies the state of the file: a client may reuse answers while it is
	// the same. Size and time of change are enough.
	Version string
}

// Options are the settings of Handler; nil and the zero value mean the defaults.
type Options struct {
	// Hosts are the names, without ports, by which clients may call the server, in
	// addition to those of the loopback interface.
	Hosts []string
	// Origins are the sites whose pages may read /api and the explorer's routes, such as
	// https://example.org; "*" is every site.
	Origins []string
	// Scans is how many requests search the moves of games at once, default 2, and Queue
	// how many wait, default 16. Further clients are told to try again later. Half as
	// many search tags, and sixteen times as many wait for that.
	Scans, Queue int
	// Engine gives lines of positions, to pages and programs of the server's own; nil
	// gives none. The caller closes it.
	Engine *Engine
}

// Handler serves the files, at least one. They may be archives or PGN, and must stay
// open.
func Handler(files []File, o *Options) http.Handler {
	if o == nil {
		o = &Options{}
	}
	all := make([]answers.File, len(files))
	for i, f := range files {
		all[i] = answers.File(f)
	}
	mux := http.NewServeMux()
	site := answers.New(all, answers.Options{Scans: o.Scans, Queue: o.Queue, Endings: new(endgame.Base)})
	bodies := routes(mux, site, o.Engine)
	pages(mux)
	policy := &webguard.Policy{
		Hosts: o.Hosts, Origins: o.Origins, MaxTarget: maxTarget,
		Open:    func(r *http.Request) bool { return isAPI(r.URL.Path) && !strings.HasPrefix(r.URL.Path, "/api/engine") },
		MaxBody: func(r *http.Request) int64 { return bodies[r.Method+" "+r.URL.Path] },
		Refuse:  func(w http.ResponseWriter, status int, why string) { writeError(w, status, answers.Problem{Text: why}) },
	}
	return policy.Guard(mux)
}

// isAPI reports whether a path is for tools, not a page.
func isAPI(path string) bool {
	for _, p := range []string{"/api", "/openapi.json", "/masters", "/master", "/lichess", "/player"} {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// routes registers all routes, for GET and HEAD, or for POST if they read a body. It
// returns the greatest length of these bodies, by method and path.
func routes(mux *http.ServeMux, s *answers.Site, e *Engine) (bodies map[string]int64) {
	bodies = map[string]int64{}
	for _, r := range allRoutes(s, e) {
		method, allowed := "GET", "GET, HEAD"
		if r.Body > 0 {
			method, allowed = "POST", "POST"
			bodies["POST "+r.Pattern] = r.Body
		}
		mux.Handle(method+" "+r.Pattern, handler(s.Version(), &r))
		mux.HandleFunc(r.Pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", allowed)
			writeError(w, http.StatusMethodNotAllowed, answers.Problem{Text: r.Method + " is not answered here", Hint: "ask by " + method})
		})
	}
	mux.HandleFunc("/", noRoute)
	return bodies
}

//go:embed openapi.json
var openAPI []byte

// allRoutes returns the routes of the API and of the explorer.
func allRoutes(s *answers.Site, e *Engine) []answers.Route {
	x := newExplorer(s)
	text := "as explorer.lichess.org answers"
	masters := answers.Route{Pattern: "/masters", About: text, Parameters: masterGames.parameters(), Fields: []any{explorerCounts{}, explorerMoves{}, topGames{}}, Answer: x.masters}
	game := answers.Route{Pattern: "/masters/pgn/{id}", About: "the text of a game", Type: answers.TypePGN, Answer: s.GamePGN}
	var all []answers.Route
	all = append(append(s.Routes(), engineRoutes(e)...),
		answers.Route{Pattern: "/api", About: "the routes", Fields: []any{indexJSON{}}, Answer: func(a *answers.Answer) error { return index(a, all) }},
		answers.Route{Pattern: "/openapi.json", About: "this description", Fields: []any{struct{}{}}, Answer: func(a *answers.Answer) error {
			a.Begin(answers.TypeJSON)
			_, err := a.Write(openAPI)
			return err
		}},
		masters, game,
		answers.Route{
			Pattern: "/lichess", About: text, Parameters: lichessGames.parameters(),
			Fields: []any{explorerCounts{}, explorerMoves{}, topGames{}, recentGames{}}, Answer: x.lichess,
		},
		answers.Route{
			Pattern: "/player", About: text + ", a line after each file", Parameters: playerGames.parameters(), Type: typeNDJSON,
			Fields: []any{explorerCounts{}, explorerMoves{}, topGames{}, recentGames{}, queuePosition{}}, Answer: x.player,
		})
	// The older names.
	masters.Pattern, game.Pattern = "/master", "/master/pgn/{id}"
	return append(all, masters, game)
}

func noRoute(w http.ResponseWriter, _ *http.Request) {
	writeError(w, http.StatusNotFound, answers.Problem{Text: "no such route", Hint: "/api names the routes"})
}

// index lists the routes.
func index(a *answers.Answer, all []answers.Route) error {
	out := indexJSON{Server: "chesszip", Documentation: "https://github.com/chesszip/chesszip/blob/main/docs/api-http.md", OpenAPI: "openapi.json"}
	for _, r := range all {
		text, mark := r.Pattern, "?"
		for _, p := range r.Parameters {
			text += mark + p.Name + "="
			mark = "&"
		}
		out.Routes = append(out.Routes, routeJSON{text, r.About})
	}
	return a.JSON(out)
}

type indexJSON struct {
	Server        string      `json:"server"`
	Documentation string      `json:"documentation"`
	OpenAPI       string      `json:"openapi"`
	Routes        []routeJSON `json:"routes"`
}

type routeJSON struct {
	Route string `json:"route"`
	About string `json:"about"`
}

// Listen opens an address of a TCP port, such as 127.0.0.1:6464; port 0 takes a free
// one.
func Listen(address string) (net.Listener, error) {
	l, err := webguard.Listen(address)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return l, nil
}

// Serve answers requests by h until ctx ends. It then gives requests in progress a fifth
// of a second, closes l, and returns the cause of the end of ctx. Any other error is
// that of the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	err := webguard.Serve(ctx, l, h)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return fmt.Errorf("server: %w", err)
}
