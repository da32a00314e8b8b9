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
	// 1-0 by checkmate after 5 half-moves
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

// Each rule can be asked about alone; Status names the one that comes first.
func ExampleState_Status() {
	p, _ := board.ParseFEN("8/8/8/4k3/8/3K4/7R/8 w - - 149 120")
	s := gamestate.NewState(p)
	fmt.Println(s.Status() == gamestate.FiftyMoves, s.FiftyMoves(), s.SeventyFiveMoves())
	_ = s.PlaySAN("Kc3")
	fmt.Println(s.InCheck(), s.Checkmate(), s.Stalemate(), s.InsufficientMaterial())
	fmt.Println(s.SeventyFiveMoves(), s.Threefold(), s.Fivefold())
	switch _, status := s.Outcome(); status {
	case gamestate.SeventyFiveMoves, gamestate.FivefoldRepetition, gamestate.InsufficientMaterial, gamestate.Stalemate:
		fmt.Println("drawn:", status)
	}
	// Output:
	// true true false
	// false false false false
	// true false false
	// drawn: seventy-five moves
}
