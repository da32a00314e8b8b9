package learned_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
)

// spanish returns a short game.
func spanish() gamestate.Game {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6"} {
		if err := s.PlaySAN(text); err != nil {
			fmt.Println(err)
		}
	}
	return s.Game()
}

func Example() {
	game := spanish()
	data, err := learned.V1.Append(nil, &game)
	fmt.Println(len(game.Moves), "half-moves in", len(data), "bytes", err)
	moves, rest, err := learned.V1.Decode(data, &game.Start)
	fmt.Println(moves[8], len(moves), len(rest), err)
	// Output:
	// 14 half-moves in 4 bytes <nil>
	// e1-h1 14 0 <nil>
}

// Facts known of a game before its moves make them shorter. The decoder must be given
// the same facts.
func ExampleLevel_AppendKnown() {
	game := spanish()
	known := learned.Known{WhiteElo: 2500, BlackElo: 2450, Result: gamestate.Draw, Ending: learned.Normal, Seconds: 5400}
	data, err := learned.V1.AppendKnown(nil, &game, &known)
	fmt.Println(len(data) > 0, err)
	moves, _, err := learned.V1.DecodeKnown(data, &game.Start, &known)
	fmt.Println(moves[0], len(moves), err)
	// Output:
	// true <nil>
	// e2-e4 14 <nil>
}

// A model can be run backwards: it plays a game of its own.
func ExampleLevel_Sample() {
	known := learned.Known{WhiteElo: 2000, BlackElo: 2000, Plies: 6}
	game := learned.V1.Sample(rand.New(rand.NewPCG(1, 2)), &known)
	_, err := game.Replay()
	fmt.Println(len(game.Moves), "legal half-moves", err)
	// Output:
	// 6 legal half-moves <nil>
}

// Your own model is a file; chesszip --train writes them.
func ExampleParse() {
	own, err := learned.Parse(learned.V1.Bytes())
	fmt.Println(own.Name(), own.ID() == learned.V1.ID(), own.About() != "", err)
	// Output:
	// model true true <nil>
}

// A program that links no weights reads a level's file when an archive needs it.
func ExampleParseWith() {
	file := learned.V1.Bytes() // of a server, say
	level, err := learned.ParseWith(file, func() (moves, boards []byte, err error) {
		return nil, nil, errors.New("lists of positions are not read here")
	})
	fmt.Println(level.ID() == learned.V1.ID(), err)
	// Output:
	// true <nil>
}
