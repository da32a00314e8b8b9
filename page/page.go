// Package page has chesszip's web pages: the games of archives (Games), and the solved
// endings on a board (Mate).
//
//	l, err := server.Listen("127.0.0.1:6464")
//	err = server.Serve(ctx, l, page.Handler(page.Mate(new(endgame.Base))))
//
// Handler serves features, each under its own path, and the files that they share:
//
//	/                    redirects to the first feature
//	/shared/page.css     colours, type and controls, light and dark
//	/shared/board.css    a board of 64 squares
//	/shared/board.js     its pieces: dragged, tapped or moved by keys
//	/shared/fen.js       the pieces of a FEN
//	/shared/setup.js     setting up a position
//	/shared/lists.js     a line of moves, solved moves; words.js has their texts
//	/shared/bars.js      results as a bar
//	/shared/graph.js     values over half-moves
//	/shared/dom.js       elements and texts of games
//	/shared/parts.css    the parts next to a board
//	/shared/pieces.svg   the pieces of package diagram, as symbols
//	/shared/icon.svg     a board with a few of them
//	/NAME/...            the feature NAME: its page, style, script and data
//
// The pages are plain HTML, CSS and JavaScript. They are embedded, refer to each other
// by relative addresses, load nothing from other sites, and change nothing on the
// machine: every request is a GET. Handler answers only requests to the names of the
// loopback interface, and only from its own pages, so that a page of another site in the
// same browser learns nothing. Package server serves the page of games.
package page

import (
	"net/http"

	"github.com/chesszip/chesszip/internal/serve/webguard"
)

// maxTarget is the greatest length of a path and query, in bytes. The longest in use is
// a FEN of at most 100 bytes, all of which may be escaped.
const maxTarget = 1024

// Feature is one part of the site.
type Feature struct {
	// Name is the feature's path, a lower-case word other than "shared":
	// "mate" is served at /mate/.
	Name string
	// Handler serves the paths below that one; it sees them as "/...".
	Handler http.Handler
}

// Handler serves the features, at least one; "/" redirects to the first. It panics if
// two have the same name.
func Handler(features ...Feature) http.Handler {
	shared := newStatic(Games(false), "shared")
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.RedirectHandler("/"+features[0].Name+"/", http.StatusFound))
	mux.Handle("GET /shared/{file}", shared)
	for _, f := range features {
		mux.Handle("GET /"+f.Name+"/", http.StripPrefix("/"+f.Name, f.Handler))
	}
	return (&webguard.Policy{Name: "page", MaxTarget: maxTarget}).Guard(mux)
}
