// Command open lists the tags of an archive. A test measures the size of the program.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/chesszip/chesszip"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	a, err := chesszip.Open(ctx, bytes.NewReader(data), int64(len(data)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for h, err := range a.Games().Headers(ctx) {
		fmt.Println(h, err)
	}
}
