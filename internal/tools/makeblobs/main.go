// Command makeblobs prints the vectors of blobs: values of a column, by every method
// that docs/spec/positions.md lists, and blobs that must be refused.
//
//	go run ./internal/tools/makeblobs >vectors/layers/blobs.txt
package main

import (
	"fmt"
	"os"
)

func main() {
	text, err := vectors()
	if err != nil {
		fmt.Fprintf(os.Stderr, "makeblobs: %v\n", err)
		os.Exit(1)
	}
	fmt.Print(text)
}
