package page_test

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/page"
	"github.com/chesszip/chesszip/server"
)

// A program serves the page of solved endings next to its own page.
func Example() {
	l, err := server.Listen("127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	hello := page.Feature{Name: "hello", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "hello")
	})}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l, page.Handler(page.Mate(new(endgame.Base)), hello)) }()

	for _, path := range []string{"/mate/", "/hello/", "/mate/probe?fen=8/8/8/8/8/8/8/KBN4k+w+-+-"} {
		answer, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			fmt.Println(err)
			return
		}
		_ = answer.Body.Close()
		fmt.Println(path, answer.Status)
	}
	stop()
	fmt.Println(<-done)
	// Output:
	// /mate/ 200 OK
	// /hello/ 200 OK
	// /mate/probe?fen=8/8/8/8/8/8/8/KBN4k+w+-+- 200 OK
	// context canceled
}

// The files of the page of games, for another server.
func ExampleGames() {
	kinds := map[string]int{}
	for _, f := range page.Games(false) {
		kinds[f.Kind] += min(1, len(f.Body))
		if f.Name == "index.html" {
			fmt.Println(f.Name, f.Kind)
		}
	}
	fmt.Println(kinds["text/javascript; charset=utf-8"] > 0)
	// Output:
	// index.html text/html; charset=utf-8
	// true
}
