// Command rules plays the moves of its arguments, in SAN or as UCI writes them, and says
// what the rules say: which kind of move it was, why one is refused, how the game ends.
//
//	go run ./rules e4 e5 Qh5 Ke7 Qxe5
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

func main() {
	state := gamestate.NewState(board.Start())
	for _, text := range os.Args[1:] {
		before := state.Position()
		if err := state.PlaySAN(text); errors.Is(err, notation.ErrIllegal) {
			fmt.Printf("%v cannot play %q: %v\n", before.Turn, text, err)
			os.Exit(1)
		} else if err != nil {
			fmt.Println(err) // not a move, or ambiguous
			os.Exit(1)
		}
		played := state.Game().Moves
		m := played[len(played)-1]
		fmt.Print(notation.SAN(&before, m), " ", notation.UCI(&before, m))
		if movegen.IsCapture(&before, m) {
			fmt.Print(", takes")
		}
		if state.InCheck() {
			fmt.Print(", check")
		}
		if n := state.Repetitions(); n > 1 {
			fmt.Printf(", %d times on the board", n)
		}
		fmt.Println()
	}
	p := state.Position()
	fmt.Printf("%s%v\n", diagram.AppendText(nil, &p, nil), &p)
	result, reason := state.Outcome()
	switch {
	case reason.Over():
		fmt.Printf("%v by %v after %d half-moves\n", result, reason, state.Ply())
	case reason.Claimable():
		fmt.Printf("%v to move may claim a draw by %v\n", p.Turn, reason)
	default:
		fmt.Printf("%v has %d moves\n", p.Turn, len(state.LegalMoves()))
	}
}
