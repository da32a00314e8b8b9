package diagram_test

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

func ExampleText() {
	p := board.Start()
	fmt.Print(diagram.Text(&p.Board))
	// Output:
	// 8  r n b q k b n r
	// 7  p p p p p p p p
	// 6  . . . . . . . .
	// 5  . . . . . . . .
	// 4  . . . . . . . .
	// 3  . . . . . . . .
	// 2  P P P P P P P P
	// 1  R N B Q K B N R
	//    a b c d e f g h
}
