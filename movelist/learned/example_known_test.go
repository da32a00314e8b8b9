package learned_test

import (
	"fmt"
	"log"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Tags of a game make its moves cheaper by some bits. The decoder must be given the
// same tags; with others, a checked blob is an error.
func ExampleLevel_AppendKnownChecked() {
	var game codec.StoredGame
	if err := game.UnmarshalText([]byte("startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7")); err != nil {
		log.Fatal(err)
	}
	known := learned.Known{Result: gamestate.WhiteWins, WhiteElo: 1100, BlackElo: 900, Ending: learned.Normal}
	stored, err := learned.V1.AppendKnownChecked(nil, &game.Game, &known)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(stored), "bytes")
	_, _, err = learned.V1.DecodeKnown(stored, &game.Start, &known)
	fmt.Println(err)
	known.WhiteElo = 1101
	_, _, err = learned.V1.DecodeKnown(stored, &game.Start, &known)
	fmt.Println(err)
	// Output:
	// 7 bytes
	// <nil>
	// movelist: corrupt input: checksum differs: altered bytes, or another start position, knowledge or model than the writer's
}
