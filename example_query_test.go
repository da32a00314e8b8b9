package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/pgn"
)

// What some games have made of a position, whose moves need not be theirs.
func ExampleGames_Explore() {
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

1. c4 Nf6 2. d4 g6 3. Nf3 1/2-1/2
`
	ctx := context.Background()
	a, err := chesszip.OpenPGN(ctx, bytes.NewReader([]byte(games)), int64(len(games)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := gamestate.NewState(board.Start())
	for _, san := range []string{"c4", "Nf6", "d4"} {
		if err := s.PlaySAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	p := s.Position()
	x, err := a.Games().Explore(ctx, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chesszip.OpeningOf(p).Name, x.Games(), x.White, x.Draws, x.Black)
	for _, m := range x.Moves {
		fmt.Println(m.SAN, m.UCI, m.Games(), m.WhiteElo.Mean, m.WhiteElo.Games, m.Performance(p.Turn), m.LastYear)
	}
	best := x.Samples[0]
	h, err := a.Game(ctx, best.Number, chesszip.FieldTags|chesszip.FieldNumbers)
	fmt.Println(h.Tag("White"), best.Rating, err)
	// Output:
	// Indian Defense: Normal Variation 2 1 1 0
	// e6 e7e6 1 2100 1 1300 2021
	// g6 g7g6 1 0 0 0 0
	// Ann 2050 <nil>
}

// What a list of games needs, and what finds its rows, without any text: an archive with
// an index answers from there.
func ExampleGames_Headers() {
	a, err := chesszip.OpenPGN(context.Background(), bytes.NewReader([]byte(opera)), int64(len(opera)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range a.Games().Where(new(chesszip.Query).Add("player", "morphy")).Headers(context.Background(), "White") {
		fmt.Println(g.Number, g.Tag("White"), g.Date(), g.Result, g.WhiteElo, g.Plies, err)
	}
	p, err := chesszip.ParsePattern("check then mate")
	if err != nil {
		fmt.Println(err)
		return
	}
	for h, err := range a.Games().With(p).Rows(context.Background(), 0) {
		fmt.Println(h.Number, h.Steps, err)
	}
	stored, err := a.InOpenings(context.Background(), board.Start())
	fmt.Println("a table answers:", stored, err)
	// Output:
	// 0 Morphy, Paul 1858.??.?? 1-0 0 33 <nil>
	// 0 [21 33] <nil>
	// a table answers: false <nil>
}

func ExampleParseQuery() {
	q, err := chesszip.ParseQuery(`white:"morphy, p*" date:1858 -result:draw`)
	if err != nil {
		fmt.Println(err)
	}
	for _, t := range q.Terms {
		fmt.Printf("%s %q %v\n", t.Field, t.Value, t.Not)
	}
	a, err := chesszip.OpenPGN(context.Background(), bytes.NewReader([]byte(opera)), int64(len(opera)), nil)
	if err != nil {
		fmt.Println(err)
	}
	n, err := a.Games().Where(q).Count(context.Background())
	fmt.Println(n, "game", err)

	_, err = chesszip.ParseQuery("whiteelo:2700+")
	var malformed *chesszip.QueryError
	if errors.As(err, &malformed) {
		fmt.Println(malformed.Text, "is no field:", malformed.Hint)
	}
	// Output:
	// white "morphy, p*" false
	// date "1858" false
	// result "draw" true
	// 1 game <nil>
	// whiteelo is no field: did you mean white-elo:...?
}

// A query made by a program, of what a form holds, say, needs no quotes.
func ExampleQuery_Add() {
	q := new(chesszip.Query).Add("player", "Caruana, Fabiano").Add("player", "carlsen@2800+").Not("event", "world championship")
	fmt.Println(q)
	fmt.Println(q.Validate())
	for _, hint := range new(chesszip.Query).Add("opening", "sicillian").Hints(func(other *chesszip.Query) (int64, error) {
		return 1, nil // what FilterCount says of other
	}) {
		fmt.Println(hint.Text, hint.Query)
	}
	// Output:
	// player:"Caruana, Fabiano" player:carlsen@2800+ -event:"world championship"
	// <nil>
	// opening:sicillian: did you mean sicilian? opening:sicilian
}

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
		err = s.AddGames(ctx, a.Games().Where(new(chesszip.Query).Add("white", "anand")))
	}
	if err == nil {
		err = s.Add(chesszip.Game{Number: 100, Text: []byte(`[Date "2013.11"] 1. d4 1-0`)})
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
		err = d.AddGames(ctx, 0, a.Games())
	}
	if err == nil {
		err = d.Add(1, chesszip.Game{Text: []byte(`[White "Magnus Carlsen"] [Black "Anand"] 1. e4 e5 1/2-1/2`)})
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
