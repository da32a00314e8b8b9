package codec_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// A game as a column of a database holds it, and a flipped bit, which is noticed.
func ExampleStoredGame() {
	var game codec.StoredGame
	if err := game.UnmarshalText([]byte("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1")); err != nil {
		log.Fatal(err)
	}
	column, err := game.Value() // what database/sql asks for
	if err != nil {
		log.Fatal(err)
	}
	stored := column.([]byte)
	what, call, err := codec.Identify(stored)
	fmt.Println(len(stored), "bytes:", what+";", call, err)

	var read codec.StoredGame
	fmt.Println(read.Scan(stored), len(read.Moves), "half-moves")
	stored[len(stored)-1] ^= 0x20
	fmt.Println(errors.Is(read.Scan(stored), codec.ErrCorrupt))
	// Output:
	// 8 bytes: a game by movelist.Fast, checked; codec.StoredGame <nil>
	// <nil> 7 half-moves
	// true
}

// Games by several levels in one column: each says by which it was stored.
func ExampleDecodeGame() {
	var game codec.StoredGame
	if err := game.UnmarshalText([]byte("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6")); err != nil {
		log.Fatal(err)
	}
	for _, level := range []movelist.Level{movelist.Fast, learned.V1} {
		stored, err := codec.AppendGameChecked(nil, &game.Game, level)
		if err != nil {
			log.Fatal(err)
		}
		read, _, err := codec.DecodeGame(stored, learned.V1)
		fmt.Println(level.Name(), len(stored), "bytes,", len(read.Moves), "half-moves", err)
		_, _, err = codec.DecodeGame(stored) // no program links V1 that does not name it
		fmt.Println(errors.Is(err, codec.ErrMethod))
	}
	// Output:
	// fast 7 bytes, 6 half-moves <nil>
	// false
	// V1 7 bytes, 6 half-moves <nil>
	// true
}
