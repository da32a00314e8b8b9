package endgame_test

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/notation"
)

func ExampleBase_Best() {
	p, err := board.ParseFEN("8/8/8/8/8/8/8/KBN4k w - - 0 1")
	if err != nil {
		panic(err)
	}
	var b endgame.Base
	m, o, err := b.Best(&p)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v: %s\n", o, notation.SAN(&p, m))
	// Output:
	// won in 23 moves: Ne2
}

func ExampleSolve() {
	t, err := endgame.Solve("KRK", nil)
	if err != nil {
		panic(err)
	}
	c := t.Counts()
	fmt.Println(c.Black[0], "mates, longest win", len(c.White)/2, "moves")
	// Output:
	// 216 mates, longest win 16 moves
}
