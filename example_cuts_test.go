package chesszip_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
)

// Each machine compresses a piece of a large file; their archives make the archive of the
// whole.
func ExampleCuts() {
	ctx := context.Background()
	text := strings.Repeat("[White \"Polgar\"]\n\n1. e4 e5 1-0\n\n", 9000)

	var pieces []*chesszip.Archive
	from := int64(0)
	for to, err := range chesszip.Cuts(ctx, strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		var b bytes.Buffer
		if _, err := chesszip.Compress(ctx, &b, strings.NewReader(text[from:to]), nil); err != nil {
			fmt.Println(err)
			return
		}
		a, err := chesszip.Open(ctx, bytes.NewReader(b.Bytes()), int64(b.Len()), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.Games(), "games")
		pieces, from = append(pieces, a), to
	}
	var merged, whole bytes.Buffer
	if _, err := chesszip.Merge(ctx, &merged, pieces, nil); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := chesszip.Compress(ctx, &whole, strings.NewReader(text), nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Equal(merged.Bytes(), whole.Bytes()))
	// Output:
	// 4000 games
	// 4000 games
	// 1000 games
	// true
}
