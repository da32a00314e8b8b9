package diagram_test

import (
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

// A picture of a position with its last move, for a web page.
func ExampleAppendSVG() {
	p, _ := board.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	svg := diagram.AppendSVG(nil, &p, &diagram.SVGOptions{
		Size:   240,
		Bare:   true,
		Marked: []board.Square{board.B8, board.C6},
		Arrows: []diagram.Arrow{{From: board.F1, To: board.B5}},
	})
	fmt.Printf("%.4s\n", svg)
	fmt.Println(strings.Contains(string(svg), `width="240"`), strings.Count(string(diagram.AppendSprite(nil)), "<symbol"), "pieces")
	// Output:
	// <svg
	// true 12 pieces
}
