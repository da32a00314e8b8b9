package learned_test

import (
	"fmt"
	"log"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movelist/learned"
)

// The more bits a move takes, the less it was expected.
func ExampleLevel_Costs() {
	var game codec.StoredGame
	if err := game.UnmarshalText([]byte("startpos moves e2e4 e7e5 g1f3 g8h6")); err != nil {
		log.Fatal(err)
	}
	costs, err := learned.V1.Costs(&game.Game, &learned.Known{WhiteElo: 2000, BlackElo: 2000})
	if err != nil {
		log.Fatal(err)
	}
	for i, bits := range costs {
		fmt.Printf("%v %.1f\n", game.Game.Moves[i], bits)
	}
	// Output:
	// e2-e4 1.2
	// e7-e5 1.6
	// g1-f3 0.3
	// g8-h6 11.9
}
