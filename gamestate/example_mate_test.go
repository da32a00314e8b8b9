package gamestate_test

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/notation"
)

// A game played to mate: moves as a client sends them, refused where the rules
// refuse them, until the game is over.
func ExampleState_PlaySAN() {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"e4", "e5", "Qh5", "Ke7", "Qxe5"} {
		if err := s.PlaySAN(text); err != nil {
			fmt.Println(err)
			return
		}
	}
	outcome, reason := s.Outcome()
	fmt.Printf("%v by %v after %d half-moves\n", outcome, reason, s.Ply())
	fmt.Println(outcome == gamestate.WhiteWins, reason == gamestate.Checkmate, s.InCheck(), len(s.LegalMoves()))
	// Output:
	// white wins by checkmate after 5 half-moves
	// true true true 0
}

func ExampleState_PlayUCI() {
	s := gamestate.NewState(board.Start())
	fmt.Println(s.PlayUCI("g1f3"), s.PlayUCI("g8f6"))
	err := s.PlayUCI("f3f4")
	var move *gamestate.MoveError
	if errors.As(err, &move) {
		fmt.Println(move.Ply, errors.Is(move.Err, notation.ErrIllegal), errors.Is(err, gamestate.ErrIllegalMove))
	}
	variation := s.Clone() // what is tried here does not show in s
	for _, text := range []string{"f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"} {
		if err := variation.PlayUCI(text); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(variation.Status(), variation.Status().Claimable(), variation.Repetitions(), "times on the board")
	fmt.Println(s.Status() == gamestate.Ongoing, s.Status().Over(), s.Undo(), s.Ply())
	// Output:
	// <nil> <nil>
	// 2 true true
	// threefold repetition true 3 times on the board
	// true false true 1
}

// A stored game is played again to know its end.
func ExampleGame_Replay() {
	start, _ := board.ParseFEN("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
	game := gamestate.Game{Start: start, Moves: []board.Move{board.NewMove(board.F6, board.F7, board.NoKind)}}
	s, err := game.Replay()
	outcome, status := s.Outcome()
	p := s.Position()
	fmt.Println(outcome == gamestate.Draw, status == gamestate.Stalemate, p.Turn, err)
	fmt.Println(status == gamestate.InsufficientMaterial, outcome == gamestate.Undecided)
	fmt.Println(gamestate.Essence(&start).FullmoveNumber == 1, len(s.Game().Moves))
	// Output:
	// true true black <nil>
	// false false
	// true 1
}
