// Command rules plays the moves of its arguments, in SAN or as UCI writes them,
// and says what the rules say: how many moves there are, when a move is refused,
// and how the game ends.
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
		if err := play(state, text); err != nil {
			fmt.Fprintln(os.Stderr, "rules:", err)
			os.Exit(1)
		}
	}
	p := state.Position()
	fmt.Printf("%s%v\n", diagram.AppendText(nil, &p, nil), &p)
	outcome, reason := state.Outcome()
	switch {
	case reason.Over():
		fmt.Printf("%v by %v after %d half-moves\n", outcome, reason, state.Ply())
	case reason.Claimable():
		fmt.Printf("%v to move may claim a draw by %v\n", p.Turn, reason)
	default:
		fmt.Printf("%v has %d moves\n", p.Turn, len(state.LegalMoves()))
	}
}

// play plays a move and prints what kind of move it is.
func play(state *gamestate.State, text string) error {
	before := state.Position()
	if err := state.PlaySAN(text); err != nil {
		var move *gamestate.MoveError
		if errors.As(err, &move) && errors.Is(err, notation.ErrIllegal) {
			return fmt.Errorf("%v cannot play %q in %v", before.Turn, text, &move.Position)
		}
		return err // not a move, or ambiguous
	}
	played := state.Game().Moves
	m := played[len(played)-1]
	fmt.Printf("%s %s", notation.SAN(&before, m), notation.UCI(&before, m))
	if movegen.IsCapture(&before, m) {
		fmt.Print(", takes")
	}
	if movegen.IsCastling(&before, m) {
		fmt.Print(", castles")
	}
	if state.InCheck() {
		fmt.Print(", check")
	}
	if n := state.Repetitions(); n > 1 {
		fmt.Printf(", %d times on the board", n)
	}
	fmt.Println()
	return nil
}
