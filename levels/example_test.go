package levels_test

import (
	"fmt"

	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// A program that knows its archives names a level; one that reads any takes all.
func ExampleAll() {
	for _, l := range levels.All() {
		fmt.Println(l.Name(), l == learned.V1 || l == learned.V1Max)
	}
	// Output:
	// default true
	// max true
}
