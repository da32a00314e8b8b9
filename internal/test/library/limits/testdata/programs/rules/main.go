// Command rules plays a game of chess from texts of moves. A test measures the size of
// the program.
package main

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

func main() {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"f3", "e7e5", "g4", "Qh4#"} {
		p := s.Position()
		legal := movegen.AppendLegal(nil, &p)
		m, err := notation.ParseSAN(text, &p)
		if err != nil {
			m, err = notation.ParseUCI(text, &p)
		}
		if err == nil {
			err = s.Play(m)
		}
		fmt.Println(notation.SAN(&p, m), p.String(), len(legal), err)
	}
	fmt.Println(s.Outcome())
}
