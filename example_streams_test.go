package chesszip_test

import (
	"bytes"
	"fmt"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// A Writer that is used again compresses many small inputs with little memory.
func ExampleWriter() {
	var archive bytes.Buffer
	z := chesszip.NewWriter(&archive, nil)
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		archive.Reset()
		z.Reset(&archive)
		game := pgn.ParseGame("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 " + result)
		if err := z.Add(game); err != nil {
			fmt.Println(err)
		}
		if err := z.Close(); err != nil {
			fmt.Println(err)
		}
		text, err := chesszip.Decode(nil, archive.Bytes(), 0, nil)
		fmt.Println(z.Stats().Games, "game,", z.Stats().Plies, "half-moves, ends with", string(text[len(text)-len(result)-2:len(text)-2]), err)
	}
	// Output:
	// 1 game, 3 half-moves, ends with 1-0 <nil>
	// 1 game, 3 half-moves, ends with 0-1 <nil>
	// 1 game, 3 half-moves, ends with 1/2-1/2 <nil>
}

// A Reader gives back what was compressed, as gzip.Reader does.
func ExampleReader() {
	archive, err := chesszip.Encode(nil, []byte(opera), nil)
	if err != nil {
		fmt.Println(err)
	}
	z, err := chesszip.NewReader(bytes.NewReader(archive), nil)
	if err != nil {
		fmt.Println(err)
	}
	text, err := io.ReadAll(z)
	fmt.Println(string(text) == opera, z.Stats().Games, "game", err)
	// Output: true 1 game <nil>
}
