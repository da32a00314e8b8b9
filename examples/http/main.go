// Command http serves the games of an archive, by number and by query:
//
//	go run ./http FILE.czip localhost:8080
//	curl localhost:8080/games/17 'localhost:8080/games?q=player:morphy+date:1858'
//
// A client that hangs up ends its request's context, and with it the work.
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
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
)

func main() {
	log.SetFlags(0)
	file := must(os.Open(os.Args[1]))
	archive := must(chesszip.Open(context.Background(), file, must(file.Stat()).Size(), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}))
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
		q, failed := chesszip.ParseQuery(r.FormValue("q"))
		if failed != nil {
			http.Error(w, failed.Error(), http.StatusBadRequest)
			return
		}
		for g, err := range archive.Games().Where(q).Texts(r.Context()) {
			if failed = err; err != nil {
				break // damage, or a client that hung up
			}
			_, _ = w.Write(g.Text)
		}
		log.Printf("list of %v: %v", q, failed)
	})
	if len(os.Args) > 2 { // else the program asks itself, and hangs up on itself
		check(http.ListenAndServe(os.Args[2], mux))
	}
	server := httptest.NewServer(mux)
	for _, path := range []string{"/games/1250", "/games/1251", "/games?q=player:StefanK"} {
		answer := must(http.Get(server.URL + path))
		text, err := io.ReadAll(answer.Body)
		fmt.Println(path, answer.Status, len(text), "bytes", err)
	}
	ctx, hangUp := context.WithTimeout(context.Background(), 50*time.Millisecond) // all games take longer
	defer hangUp()
	_, err := http.DefaultClient.Do(must(http.NewRequestWithContext(ctx, "GET", server.URL+"/games", nil)))
	server.Close() // waits until no handler runs
	fmt.Println("hung up:", errors.Is(err, context.DeadlineExceeded))
}

func check(err error) {
	if err != nil {
		log.Fatal("http: ", err)
	}
}

func must[T any](v T, err error) T {
	check(err)
	return v
}
