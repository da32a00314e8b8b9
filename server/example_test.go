package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/server"
)

// A program serves a collection of games to tools for explorer.lichess.org.
func Example() {
	games := []byte("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n")
	a, err := chesszip.OpenPGN(context.Background(), bytes.NewReader(games), int64(len(games)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := server.Listen("127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	h := server.Handler([]server.File{{Name: "games.pgn", Archive: a}}, &server.Options{Scans: 1, Queue: 8})
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l, h) }()

	answer, err := http.Get("http://" + l.Addr().String() + "/masters?play=e2e4&topGames=0")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = answer.Body.Close()
	fmt.Printf("%s", text)
	stop()
	fmt.Println(<-done)
	// Output:
	// {"white":1,"draws":0,"black":0,"opening":{"eco":"B00","name":"King's Pawn Game"},"moves":[{"uci":"e7e5","san":"e5","white":1,"draws":0,"black":0,"game":{"id":"1-1","winner":"white","white":{"name":"A","rating":null},"black":{"name":"B","rating":null},"year":null,"month":null},"opening":{"eco":"C20","name":"King's Pawn Game"},"averageRating":null}],"topGames":[]}
	// context canceled
}
