package polyglot_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/polyglot"
)

// A book is made of games, and asked what to play.
func Example() {
	b := polyglot.NewBuilder(&polyglot.Options{Plies: 20, Games: 1})
	for _, text := range []string{"1. e4 e5 2. Nf3 1-0", "1. e4 c5 1/2-1/2", "1. d4 d5 1/2-1/2", "1. a3 0-1"} {
		g := pgn.ParseGame(text)
		line, _ := g.MainLine()
		if err := b.Add(&line, g.Outcome()); err != nil {
			panic(err)
		}
	}
	var file bytes.Buffer
	if err := b.Write(context.Background(), &file); err != nil {
		panic(err)
	}

	book, err := polyglot.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	p := board.Start()
	entries, err := book.Entries(&p)
	if err != nil {
		panic(err)
	}
	fmt.Println(book.Len(), "moves")
	for _, e := range entries {
		m, _ := e.MoveIn(&p)
		fmt.Println(m, e.Weight)
	}
	// Output:
	// 5 moves
	// e2-e4 3
	// d2-d4 1
}
