package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/remote"
)

// serveGames serves an archive of two games under every name; under whole.czip it does
// so without ranges.
func serveGames() *httptest.Server {
	games := "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 *\n\n[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 *\n\n"
	archive, err := chesszip.Encode(nil, []byte(games), nil)
	if err != nil {
		panic(err)
	}
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.URL.Path == "/whole.czip" {
			w.Write(archive)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(archive))
	}))
}

// A game is read from an archive on a server.
func Example() {
	server := serveGames()
	defer server.Close()
	ctx := context.Background()

	r, err := remote.Open(ctx, server.URL+"/games.czip", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	a, err := chesszip.Open(ctx, r, r.Size(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := a.Game(ctx, 1, chesszip.FieldText)
	fmt.Print(string(game.Text), err)
	// Output:
	// [White "Morphy"]
	//
	// 1. e4 e5 2. Nf3 *
	//
	// <nil>
}

// Short waits and few retries suit a server that is known to be fast.
func ExampleOptions() {
	server := serveGames()
	defer server.Close()

	o := &remote.Options{
		Client:  server.Client(),
		Retries: 1,
		Wait:    time.Millisecond,
		Timeout: 5 * time.Second,
		Cache:   1 << 20,
	}
	r, err := remote.Open(context.Background(), server.URL+"/games.czip", o)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	r.Ahead(0, r.Size()) // all of it will be read
	fmt.Println(r.Validator())
	// Output: "1"
}

// A server without ranges sends the whole file in order.
func ExampleGet() {
	server := serveGames()
	defer server.Close()
	ctx := context.Background()

	_, err := remote.Open(ctx, server.URL+"/whole.czip", nil)
	fmt.Println(errors.Is(err, remote.ErrNoRanges))

	body, size, err := remote.Get(ctx, server.URL+"/whole.czip", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer body.Close()
	n, err := io.Copy(io.Discard, body)
	fmt.Println(n == size, err)
	// Output:
	// true
	// true <nil>
}

func ExampleRedact() {
	fmt.Println(remote.Redact("https://me:secret@example.org/games.czip?token=secret"))
	// Output: https://example.org/games.czip?...
}
