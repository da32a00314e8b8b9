package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip"
)

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
	n, err := a.FilterCount(context.Background(), q)
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
	fmt.Println(new(chesszip.Query).Add("opening", "sicillian").Hints(func(other *chesszip.Query) (int64, error) {
		return 1, nil // what FilterCount says of other
	}))
	// Output:
	// player:"Caruana, Fabiano" player:carlsen@2800+ -event:"world championship"
	// <nil>
	// [opening:sicillian: did you mean sicilian?]
}
