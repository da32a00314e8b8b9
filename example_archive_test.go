package chesszip_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
)

func ExampleOpen() {
	var packed bytes.Buffer
	games := opera + strings.NewReplacer("Paris", "New York", "1858", "1859").Replace(opera)
	if _, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(games), nil); err != nil {
		fmt.Println(err)
	}
	a, err := chesszip.Open(context.Background(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	if err != nil {
		fmt.Println(err)
	}
	text, err := a.Game(context.Background(), 1)
	fmt.Printf("%d games, the second is %.18s, error %v\n", a.Games(), text, err)
	for h, err := range a.Filter(context.Background(), new(chesszip.Query).Add("white", "morphy").Add("date", "1859-")) {
		fmt.Println("game", h.Number, h.Tag("Site"), h.Plies, "half-moves", err)
	}
	// Queen and knight for two pawns, and mate next.
	p, err := chesszip.ParsePattern("diff:QNvPP next mate")
	if err != nil {
		fmt.Println(err)
	}
	for hit, err := range a.Find(context.Background(), p, nil) {
		fmt.Println("game", hit.Number, "half-moves", hit.Steps, err)
	}
	// Output:
	// 2 games, the second is [Event "New York"], error <nil>
	// game 1 New York FRA 33 half-moves <nil>
	// game 0 half-moves [32 33] <nil>
	// game 1 half-moves [32 33] <nil>
}

// openCompressed compresses an input and opens what came of it.
func openCompressed(input string) (*chesszip.Archive, error) {
	var packed bytes.Buffer
	if _, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(input), nil); err != nil {
		return nil, err
	}
	return chesszip.Open(context.Background(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
}

// A page shows the games that a search has found, in its order.
func ExampleArchive_Select() {
	a, err := openCompressed(opera + strings.Replace(opera, "Paris", "New York", 1) + strings.Replace(opera, "Paris", "London", 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range a.Select(context.Background(), 2, 0, 7) {
		fmt.Printf("%d: %.16q, error %v\n", g.Number, g.Text, err)
	}
	// Output:
	// 2: "[Event \"London\"]", error <nil>
	// 0: "[Event \"Paris\"]\n", error <nil>
	// 7: "", error chesszip: no such game: number 7 of 3, counted from 0
}

func ExampleArchive_Moves() {
	a, err := openCompressed(opera)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, ok, err := a.Moves(context.Background(), 0)
	fmt.Println(len(game.Moves), "half-moves, the first is", game.Moves[0], ok, err)
	// Output:
	// 33 half-moves, the first is e2e4 true <nil>
}

func ExampleArchive_Lines() {
	a, err := openCompressed("8/8/8/8/8/4k3/8/4K2R w K - 0 1\n8/8/8/8/8/4k3/8/4K2R b K - 0 1\n8/8/8/8/8/4k3/4p3/4K2R w K - 0 1\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, n, err := a.LineSpan(context.Background())
	fmt.Println(a.Games(), "games,", n, "lines, error", err)
	for line, err := range a.Lines(context.Background(), 1, n) {
		fmt.Printf("%s: %v to move, error %v\n", line.Text, line.Position.Turn, err)
	}
	// Output:
	// 0 games, 3 lines, error <nil>
	// 8/8/8/8/8/4k3/8/4K2R b K - 0 1: black to move, error <nil>
	// 8/8/8/8/8/4k3/4p3/4K2R w K - 0 1: white to move, error <nil>
}
