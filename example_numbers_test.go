package chesszip_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
)

// What a list of games needs, and what finds its rows, without any text: an archive with
// an index answers from there.
func ExampleArchive_FilterNumbers() {
	a, err := chesszip.OpenPGN(context.Background(), bytes.NewReader([]byte(opera)), int64(len(opera)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range a.FilterNumbers(context.Background(), new(chesszip.Query).Add("player", "morphy")) {
		fmt.Printf("%d %d %d %d %q %q %d %d %d %v\n", g.Number, g.Year, g.Month, g.Day, g.Result, g.ECO, g.WhiteElo, g.BlackElo, g.Plies, err)
	}
	for h, err := range a.Outlines(context.Background(), nil, 0, 1) {
		fmt.Println(h.Tag("White"), h.Date(), err)
	}
	p, err := chesszip.ParsePattern("check then mate")
	if err != nil {
		fmt.Println(err)
		return
	}
	for h, err := range a.FindPlaces(context.Background(), p, nil) {
		fmt.Println(h.Number, h.Steps, err)
	}
	stored, err := a.InOpenings(context.Background(), board.Start())
	fmt.Println("a table answers:", stored, err)
	// Output:
	// 0 1858 0 0 "1-0" "" 0 0 33 <nil>
	// Morphy, Paul 1858.??.?? <nil>
	// 0 [21 33] <nil>
	// a table answers: false <nil>
}
