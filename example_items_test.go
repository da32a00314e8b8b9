package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/records"
)

// Lines of a list of positions by their numbers, and all of them.
func ExampleArchive_Line() {
	const list = `fen,theme
8/8/8/8/8/5k2/5p2/5K2 w - - 0 1,stalemate
k7/8/1K6/8/8/8/8/7R w - - 0 1,mate in one
`
	ctx := context.Background()
	packed, err := chesszip.Encode(nil, []byte(list), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := chesszip.Open(ctx, bytes.NewReader(packed), int64(len(packed)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := a.Line(ctx, 2)
	fmt.Printf("%s: %v %v\n", line.Text, line.HasPosition, err)
	_, err = a.Line(ctx, 3)
	fmt.Println(errors.Is(err, chesszip.ErrNoItem))
	for line, err := range a.AllLines(ctx) {
		fmt.Println(line.HasPosition, line.Position.Turn, err)
	}
	// Output:
	// k7/8/1K6/8/8/8/8/7R w - - 0 1,mate in one: true <nil>
	// true
	// false white <nil>
	// true white <nil>
	// true white <nil>
}

// Records for training by their numbers, from an archive of them.
func ExampleArchive_Records() {
	ctx := context.Background()
	var plain bytes.Buffer
	w := records.NewWriter(&plain, records.Plain)
	p := board.Start()
	for i := range 100 {
		r := records.Record{Position: p, Score: int16(i), Move: board.NewMove(board.E2, board.E4, board.NoKind)}
		if err := w.Write(&r); err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	packed, err := chesszip.Encode(nil, plain.Bytes(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := chesszip.Open(ctx, strings.NewReader(string(packed)), int64(len(packed)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	from, to, err := a.RecordSpan(ctx)
	fmt.Println(from, to, err)
	for r, err := range a.Records(ctx, 40, 43) {
		fmt.Println(r.Score, r.Move, err)
	}
	// Output:
	// 0 100 <nil>
	// 40 e2e4 <nil>
	// 41 e2e4 <nil>
	// 42 e2e4 <nil>
}
