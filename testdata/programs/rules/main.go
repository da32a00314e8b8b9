// Command rules plays a game of chess from texts of moves. A test looks at how large
// the program is.
package main

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

func main() {
	p := board.Start()
	g := gamestate.New(&p)
	for _, text := range []string{"f3", "e5", "g4", "Qh4#"} {
		p := g.Position()
		legal := movegen.AppendLegal(nil, &p)
		m, err := notation.ParseSAN(&p, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(legal), notation.SAN(&p, m))
		if err := g.Play(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.Status())
}
