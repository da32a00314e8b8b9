package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// openGames returns an archive of n games.
func openGames(n int) *chesszip.Archive {
	var packed bytes.Buffer
	ctx := context.Background()
	if _, err := chesszip.Compress(ctx, &packed, strings.NewReader(strings.Repeat(opera, n)), nil); err != nil {
		fmt.Println(err)
	}
	a, err := chesszip.Open(ctx, bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	if err != nil {
		fmt.Println(err)
	}
	return a
}

// A handler that serves games by number. A client that hangs up ends the
// request's context, and with it the work.
func ExampleArchive_Game() {
	a := openGames(3)
	a.Keep(64 << 20) // clients ask here and there
	mux := http.NewServeMux()
	mux.HandleFunc("GET /games/{number}", func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.ParseInt(r.PathValue("number"), 10, 64)
		if err != nil {
			http.Error(w, "not a number", http.StatusBadRequest)
			return
		}
		text, err := a.Game(r.Context(), number-1)
		switch {
		case errors.Is(err, chesszip.ErrNoGame):
			http.NotFound(w, r)
		case r.Context().Err() != nil: // nobody listens
		case err != nil:
			http.Error(w, "the archive cannot be read", http.StatusInternalServerError)
		default:
			w.Header().Set("Content-Type", "application/vnd.chess-pgn")
			_, _ = w.Write(text)
		}
	})
	for _, path := range []string{"/games/3", "/games/4", "/games/x"} {
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		fmt.Printf("%s %d %.16q\n", path, answer.Code, answer.Body)
	}
	// Output:
	// /games/3 200 "[Event \"Paris\"]\n"
	// /games/4 404 "404 page not fou"
	// /games/x 400 "not a number\n"
}

// A loader for training: each worker takes its share of the games, and of each
// game the positions with its result.
func ExampleArchive_Shard() {
	const workers = 4
	a := openGames(10)
	type sample struct {
		fen    string
		result string
	}
	samples := make(chan sample)
	var loaders sync.WaitGroup
	for worker := range workers {
		loaders.Go(func() {
			for g, err := range a.Shard(worker, workers).All(context.Background()) {
				if err != nil {
					fmt.Println(err)
					return
				}
				result := pgn.ParseGame(string(g.Text)).Result
				var line pgn.Line
				line.Each(g.Text, func(p *board.Position, _ board.Move) bool {
					samples <- sample{p.String(), result}
					return true
				})
			}
		})
	}
	go func() {
		loaders.Wait()
		close(samples)
	}()
	n, wins := 0, 0
	for s := range samples {
		if n++; s.result == "1-0" {
			wins++
		}
	}
	fmt.Println(n, "positions,", wins, "of games that White won")
	// Output:
	// 340 positions, 340 of games that White won
}
