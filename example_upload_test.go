package chesszip_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/chesszip/chesszip"
)

// A handler that takes PGN as clients upload it, keeps the archive, and gives it
// back to who asks: by streams, which end with the request.
func ExampleNewWriterContext() {
	var stored bytes.Buffer
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /games", func(w http.ResponseWriter, r *http.Request) {
		stored.Reset()
		z := chesszip.NewWriterContext(r.Context(), &stored, nil)
		_, err := io.Copy(z, http.MaxBytesReader(w, r.Body, chesszip.DefaultLimit))
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, z.Stats().Games, "games")
	})
	mux.HandleFunc("GET /games", func(w http.ResponseWriter, r *http.Request) {
		z, err := chesszip.NewReaderContext(r.Context(), bytes.NewReader(stored.Bytes()), nil)
		if err == nil {
			_, err = io.Copy(w, z)
		}
		if err != nil {
			panic(http.ErrAbortHandler) // the client must not take it for a whole answer
		}
	})
	games := strings.Repeat(opera, 3)
	put, get := httptest.NewRecorder(), httptest.NewRecorder()
	mux.ServeHTTP(put, httptest.NewRequest("PUT", "/games", strings.NewReader(games)))
	mux.ServeHTTP(get, httptest.NewRequest("GET", "/games", nil))
	fmt.Print(put.Body)
	fmt.Println(get.Code, get.Body.String() == games)
	// Output:
	// 3 games
	// 200 true
}

// Many archives are read and written by one Reader and one Writer, whose memory is
// kept.
func ExampleReader_Reset() {
	var archive bytes.Buffer
	w := chesszip.NewWriter(&archive, nil)
	var r *chesszip.Reader
	for i := range 2 {
		archive.Reset()
		w.ResetContext(context.Background(), &archive)
		_, err := io.Copy(w, strings.NewReader(strings.Repeat(opera, i+1)))
		fmt.Println(err, w.Close())
		if r == nil {
			r, err = chesszip.NewReader(&archive, nil)
		} else {
			err = r.ResetContext(context.Background(), &archive)
		}
		n, err2 := io.Copy(io.Discard, r)
		fmt.Println(n/int64(len(opera)), "times the game", err, err2)
	}
	fmt.Println(r.Reset(bytes.NewReader([]byte("not an archive"))) != nil)
	// Output:
	// <nil> <nil>
	// 1 times the game <nil> <nil>
	// <nil> <nil>
	// 2 times the game <nil> <nil>
	// true
}
