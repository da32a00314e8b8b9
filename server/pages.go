package server

import (
	"bytes"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"

	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/page"
)

// pages serves the web pages: the games at /, solved endings at /mate/.
func pages(mux *http.ServeMux) {
	for _, f := range page.Games(false) {
		if f.Name == "index.html" {
			f.Name = "{$}"
		}
		mux.Handle("GET /"+f.Name, fileHandler(f))
	}
	mate := page.Mate(new(endgame.Base))
	mux.Handle("GET /"+mate.Name+"/", http.StripPrefix("/"+mate.Name, mate.Handler))
}

// fileHandler serves a file, and revalidates a client's copy.
func fileHandler(f page.File) http.Handler {
	h := fnv.New64a()
	_, _ = h.Write(f.Body) // never fails
	tag := `"` + strconv.FormatUint(h.Sum64(), 36) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Type", f.Kind)
		head.Set("Cache-Control", "private, no-cache")
		head.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.Body))
	})
}
