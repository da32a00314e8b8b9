// Package page has chesszip's web pages: the games of archives (Games), and the
// solved endings on a board (Mate).
//
//	l, err := server.Listen("127.0.0.1:6464")
//	err = server.Serve(ctx, l, page.Handler(page.Mate(new(endgame.Base))))
//
// Handler puts features side by side, each below a path of its own, and
// serves what all of them share:
//
//	/                    goes to the first feature
//	/shared/page.css     colours, type and controls, light and dark
//	/shared/board.css    a board of 64 squares
//	/shared/board.js     its pieces: dragged, tapped or moved by keys
//	/shared/fen.js       the pieces of a FEN
//	/shared/setup.js     setting up a position
//	/shared/lists.js     a line of moves, solved moves; with words.js what is said of them
//	/shared/bars.js      results as a bar
//	/shared/graph.js     values over half-moves
//	/shared/dom.js       elements and texts of games
//	/shared/parts.css    what stands beside a board
//	/shared/pieces.svg   the pieces of package diagram, as symbols
//	/shared/icon.svg     a board with a few of them
//	/NAME/...            the feature NAME: its page, style, script and data
//
// The pages are plain HTML, CSS and JavaScript. They are embedded, name each other
// by relative addresses, need nothing from elsewhere, and change nothing on the
// machine: every request is a GET. Handler answers only to the names of the loopback
// interface and to pages of its own, so that a page from elsewhere that is open in
// the same browser learns nothing. Package server shows the page of games.
package page

import (
	"net/http"

	"github.com/chesszip/chesszip/internal/serve/webguard"
)

// maxTarget is the longest path and query that is looked at, in bytes. The
// longest in use is a FEN of at most 100 bytes, each perhaps escaped.
const maxTarget = 1024

// Feature is one part of the site.
type Feature struct {
	// Name is the feature's path, a lower-case word other than "shared":
	// "mate" is served at /mate/.
	Name string
	// Handler serves what lies below that path, and sees it as "/...".
	Handler http.Handler
}

// Handler serves the features, of which there is at least one; "/" leads to
// the first. It panics if two have the same name.
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
