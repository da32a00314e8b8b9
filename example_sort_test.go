package chesszip_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

const threeDraws = `[White "Anand, Viswanathan"]
[Black "Carlsen, Magnus"]
[Date "2013.11.09"]

1. e4 c6 1/2-1/2

[White "Carlsen,M"]
[Black "V. Anand"]
[Date "2012.04.28"]

1. e4 e5 1/2-1/2

[White "Anand,V"]
[Black "GM Carlsen,M"]
[Date "2013.11.09"]

1. e4 c6 1/2-1/2

`

// Games sorted by their date, those of one day by their length, the longer ones first.
func ExampleSorter() {
	ctx := context.Background()
	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: "date,-ply"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	a, err := chesszip.OpenPGN(ctx, strings.NewReader(threeDraws), int64(len(threeDraws)), nil)
	if err == nil {
		err = s.AddArchive(ctx, a, new(chesszip.Query).Add("white", "anand"))
	}
	if err == nil {
		err = s.Add(chesszip.GameText{Number: 100, Text: []byte(`[Date "2013.11"] 1. d4 1-0`)})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range s.Games(ctx) {
		fmt.Println(g.Number, pgn.ParseGame(string(g.Text)).Tags[0].Value, err)
	}
	_, _ = s.Copy(ctx, os.Stdout)
	// Output:
	// 0 Anand, Viswanathan <nil>
	// 2 Anand,V <nil>
	// 100 2013.11 <nil>
	// [White "Anand, Viswanathan"]
	// [Black "Carlsen, Magnus"]
	// [Date "2013.11.09"]
	//
	// 1. e4 c6 1/2-1/2
	//
	// [White "Anand,V"]
	// [Black "GM Carlsen,M"]
	// [Date "2013.11.09"]
	//
	// 1. e4 c6 1/2-1/2
	//
	// [Date "2013.11"] 1. d4 1-0
}

// Games that are there already are left out, however their players are spelled.
func ExampleDeduper() {
	ctx := context.Background()
	d := chesszip.NewDeduper(nil)
	defer d.Close()
	a, err := chesszip.OpenPGN(ctx, strings.NewReader(threeDraws), int64(len(threeDraws)), nil)
	if err == nil {
		err = d.AddArchive(ctx, 0, a, nil)
	}
	if err == nil {
		err = d.Add(1, chesszip.GameText{Text: []byte(`[White "Magnus Carlsen"] [Black "Anand"] 1. e4 e5 1/2-1/2`)})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	for p, err := range d.Duplicates(ctx) {
		fmt.Println("dropped", p.Dropped, "kept", p.Kept, "half-moves", p.DroppedPlies, p.KeptPlies, err)
	}
	n := 0
	for _, err := range d.Games(ctx) {
		if err == nil {
			n++
		}
	}
	fmt.Println(n, "of", d.Added())
	// Output:
	// dropped {0 2} kept {0 0} half-moves 2 2 <nil>
	// 3 of 4
}
