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

// The table of the first bytes, which stands in docs/positions.md.
func ExampleMethods() {
	for _, m := range codec.Methods() {
		fmt.Printf("%02x %02x %s; %s\n", m.Plain, m.Checked, m.Holds, m.Call)
	}
	// Output:
	// 41 81 the moves of a game by movelist.SAN; Decode of movelist.SAN
	// 42 82 the moves of a game by movelist.FromTo; Decode of movelist.FromTo
	// 43 83 the moves of a game by movelist.LegalIndex; Decode of movelist.LegalIndex
	// 44 84 the moves of a game by movelist.Fast; Decode of movelist.Fast
	// 45 85 the moves of a game by learned.V1; Decode of learned.V1
	// 46 86 the moves of a game by learned.V1Max; Decode of learned.V1Max
	// 4f 8f the moves of a game by a model that learned.Parse read; Decode of its level
	// 51 91 a game by movelist.SAN; codec.DecodeGame
	// 52 92 a game by movelist.FromTo; codec.DecodeGame
	// 53 93 a game by movelist.LegalIndex; codec.DecodeGame
	// 54 94 a game by movelist.Fast; codec.StoredGame
	// 55 95 a game by learned.V1; codec.DecodeGame with learned.V1
	// 56 96 a game by learned.V1Max; codec.DecodeGame with learned.V1Max
	// 5f 9f a game by a model that learned.Parse read; codec.DecodeGame with its level
	// 61 a1 a position by the default palette; codec.DecodePosition
	// 62 a2 a position by the classic palette; codec.Classic().DecodePosition
	// 63 a3 a position by the learned palette; boardmodel.Palette().DecodePosition
	// 64 a4 a position by boardmodel.V1; boardmodel.V1.Decode
	// 6e ae a position by a model that boardmodel.Parse read; Decode of its scheme
	// 6f af a position by a palette of the caller's; DecodePosition of that palette
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
