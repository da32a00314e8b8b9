package chesszip_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/notation"
)

// What some games have made of a position, whose moves need not be theirs.
func ExampleArchive_Explore() {
	const games = `[White "Ann"]
[Black "Ben"]
[WhiteElo "2100"]
[BlackElo "2000"]
[Date "2021.05.01"]
[Result "1-0"]

1. d4 Nf6 2. c4 e6 3. Nc3 1-0

[White "Ben"]
[Black "Cid"]
[Result "1/2-1/2"]

1. c4 Nf6 2. d4 e6 3. Nf3 1/2-1/2
`
	ctx := context.Background()
	a, err := chesszip.OpenPGN(ctx, bytes.NewReader([]byte(games)), int64(len(games)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := gamestate.NewState(board.Start())
	for _, san := range []string{"d4", "e6", "c4", "Nf6"} {
		if err := s.PlaySAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	p := s.Position()
	x, err := a.Explore(ctx, p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chesszip.OpeningOf(p).Name, x.Games(), x.White, x.Draws, x.Black)
	for _, m := range x.Moves {
		fmt.Println(notation.SAN(&p, m.Move), m.Games(), m.WhiteElo.Sum, m.WhiteElo.N, m.Performance(p.Turn), m.LastYear)
	}
	best := x.Samples[0]
	h, err := a.Tags(ctx, best.Number)
	fmt.Println(h.Tag("White"), best.Rating, err)
	// Output:
	// Indian Defence 2 1 1 0
	// Nc3 1 2100 1 2800 2021
	// Nf3 1 0 0 0 0
	// Ann 2050 <nil>
}
