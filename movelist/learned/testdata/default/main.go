// Command default stores a game by the default level and prints how many bytes that
// takes. A test looks at how large the program is.
package main

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
)

func main() {
	g := gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(12, 28, 0)}}
	b, err := learned.V1.Append(nil, &g)
	fmt.Println(len(b), err)
}
