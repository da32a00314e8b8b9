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
	for h, err := range a.Filter(context.Background(), &chesszip.Query{White: "morphy", Date: "1859-"}) {
		fmt.Println("game", h.Number, h.Tag("Site"), h.Plies, "half-moves", err)
	}
	for hit, err := range a.Find(context.Background(), &chesszip.Pattern{Material: "KRBPPPPPPPvKQRBNPPPPP"}, nil) {
		fmt.Println("game", hit.Number, "half-move", hit.Ply, err)
	}
	// Output:
	// 2 games, the second is [Event "New York"], error <nil>
	// game 1 New York FRA 33 half-moves <nil>
	// game 0 half-move 32 <nil>
	// game 1 half-move 32 <nil>
}
