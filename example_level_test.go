package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist/learned"
)

// An archive that was written with a learned level needs it to be read. The error
// names it, and tags can be read without.
func ExampleLevelError() {
	ctx := context.Background()
	var packed bytes.Buffer
	done := int64(0)
	_, err := chesszip.Compress(ctx, &packed, strings.NewReader(opera), &chesszip.WriterOptions{
		Level:    learned.V1,
		Progress: func(p chesszip.Progress) { done = p.Games },
	})
	fmt.Println(done, "game", err)

	file, size := bytes.NewReader(packed.Bytes()), int64(packed.Len())
	_, err = chesszip.Open(ctx, file, size, nil)
	var missing *chesszip.LevelError
	fmt.Println(errors.As(err, &missing), missing.Variable(), errors.Is(err, chesszip.ErrLevel))

	a, err := chesszip.Open(ctx, file, size, &chesszip.ReaderOptions{AllowMissing: true})
	fmt.Println(a.Missing().Variable(), a.Level() == nil, err)
	for h, err := range a.Headers(ctx) {
		fmt.Println(h.Tag("White"), h.Plies, err)
	}
	_, err = a.Game(ctx, 0)
	fmt.Println(errors.Is(err, chesszip.ErrLevel))
	// Output:
	// 1 game <nil>
	// true learned.V1 true
	// learned.V1 true <nil>
	// Morphy, Paul 33 <nil>
	// true
}
