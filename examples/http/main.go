// Command http serves the games of an archive, by number and by query; here it asks itself:
//
//	/games/17    /games?q=player:morphy+date:1858
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
)

func main() {
	archive, err := chesszip.OpenFile(context.Background(), os.Args[1], &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
	if err != nil {
		log.Fatal("http: ", err)
	}
	defer archive.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /games/{number}", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.ParseInt(r.PathValue("number"), 10, 64)
		g, err := archive.Game(r.Context(), number-1, chesszip.FieldText)
		if errors.Is(err, chesszip.ErrNoGame) {
			http.NotFound(w, r)
		} else if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
		_, _ = w.Write(g.Text)
	})
	mux.HandleFunc("GET /games", func(w http.ResponseWriter, r *http.Request) {
		q, err := chesszip.ParseQuery(r.FormValue("q"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest) // says which field, and what it may be
		} else if _, err = archive.Games().Where(q).WriteTo(r.Context(), w); err != nil {
			log.Print("http: ", err) // damage, or a client that hung up, which ends the context
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, path := range []string{"/games/1250", "/games/1251", "/games?q=player:StefanK", "/games?q=elo:high"} {
		answer, err := http.Get(server.URL + path)
		if err != nil {
			log.Fatal("http: ", err)
		}
		text, err := io.ReadAll(answer.Body)
		fmt.Println(path, answer.Status, len(text), "bytes", err)
	}
}
