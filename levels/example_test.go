package levels_test

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// A program that knows its archives names a level; one that reads any takes all.
func ExampleAll() {
	for _, l := range levels.All() {
		fmt.Println(l.Name(), l == learned.V1 || l == learned.V1Max)
	}
	// Output:
	// san false
	// from-to false
	// index false
	// fast false
	// V1 true
	// V1Max true
}

// A column by V1 reads the rows that were stored before by the fast level.
func ExampleV1Game() {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
		if err := s.PlaySAN(text); err != nil {
			fmt.Println(err)
		}
	}
	older, err := codec.StoredGame{Game: s.Game()}.Value()
	newer, err2 := levels.V1Game{Game: s.Game()}.Value()
	fmt.Println(err, err2)
	for _, row := range []any{older, newer} {
		var column levels.V1Game
		err := column.Scan(row)
		text, _ := column.MarshalText()
		fmt.Printf("%s, %v\n", text, err)
	}
	var fast codec.StoredGame
	fmt.Println(errors.Is(fast.Scan(newer), codec.ErrMethod))
	var best levels.V1MaxGame
	fmt.Println(best.Scan(newer), len(best.Moves))
	// Output:
	// <nil> <nil>
	// startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6, <nil>
	// startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6, <nil>
	// true
	// <nil> 6
}
