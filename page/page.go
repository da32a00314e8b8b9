// Package page serves chesszip's web pages to a browser on the same machine:
// now the solved endings on a board (Mate), later what else is worth a look.
//
//	l, err := page.Listen(0)
//	err = page.Serve(ctx, l, page.Handler(page.Mate(new(endgame.Base))))
//
// Handler puts features side by side, each below a path of its own, and
// serves what all of them share:
//
//	/                    goes to the first feature
//	/shared/page.css     colours, type and controls, light and dark
//	/shared/board.css    a board of 64 squares
//	/shared/board.js     its pieces: dragged, tapped or moved by keys
//	/shared/fen.js       the pieces of a FEN
//	/shared/pieces.svg   the pieces of package diagram, as symbols
//	/shared/icon.svg     a board with a few of them
//	/NAME/...            the feature NAME: its page, style, script and data
//
// The pages are plain HTML, CSS and JavaScript. They are embedded, need
// nothing from elsewhere, and change nothing on the machine: every request is
// a GET. Listen and Serve keep to the loopback interface; Handler answers
// only to its names and to pages of its own, so that a page from elsewhere
// that is open in the same browser learns nothing.
//
// It is not a server for a network: there are no users, no TLS and no log.
package page

import (
	"embed"
	"net/http"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
	"github.com/chesszip/chesszip/internal/webguard"
)

// maxTarget is the longest path and query that is looked at, in bytes. The
// longest in use is a FEN of at most 100 bytes, each perhaps escaped.
const maxTarget = 1024

//go:embed shared
var sharedFiles embed.FS

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
	shared := readStatic(sharedFiles, "shared")
	shared["pieces.svg"] = file{kinds[".svg"], diagram.AppendSprite(nil)}
	shared["icon.svg"] = file{kinds[".svg"], icon()}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.RedirectHandler("/"+features[0].Name+"/", http.StatusFound))
	mux.Handle("GET /shared/{file}", shared)
	for _, f := range features {
		mux.Handle("GET /"+f.Name+"/", http.StripPrefix("/"+f.Name, f.Handler))
	}
	return (&webguard.Policy{Name: "page", MaxTarget: maxTarget}).Guard(mux)
}

// icon draws a mate by bishop and knight.
func icon() []byte {
	var p board.Position
	p.Put(board.A8, board.BlackKing)
	p.Put(board.SquareAt(1, 5), board.WhiteKing)
	p.Put(board.SquareAt(0, 5), board.WhiteKnight)
	p.Put(board.SquareAt(3, 4), board.WhiteBishop)
	return diagram.AppendSVG(nil, &p, &diagram.SVGOptions{Size: 64, Bare: true})
}
