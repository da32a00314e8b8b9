package chesszip_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

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

// What comes through a pipe is looked into part by part; an archive of what is chosen is
// written meanwhile.
func ExampleScan() {
	games := strings.Repeat("[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", 5000) +
		"[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n\n"
	ctx := context.Background()
	var out bytes.Buffer
	z := chesszip.NewWriter(&out, nil)
	for part, err := range chesszip.Scan(ctx, strings.NewReader(games), nil) {
		if err == nil {
			fmt.Print("part of ", part.Games(), " games\n")
			_, err = part.CopyFiltered(ctx, z, new(chesszip.Query).Add("white", "bob"))
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(z.Close(), z.Stats().Games)

	// Frames of an archive that are full and taken as a whole are copied, not compressed
	// again.
	archive, err := chesszip.Encode(nil, []byte(games), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := chesszip.Open(ctx, bytes.NewReader(archive), int64(len(archive)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := a.WriterOptions(ctx)
	fmt.Println(o.Level == nil, o.Index, err)
	out.Reset()
	z = chesszip.NewWriter(&out, o)
	_, err = a.CopyFiltered(ctx, z, nil)
	fmt.Println(err, z.Close(), z.Stats().Copied, bytes.Equal(archive, out.Bytes()))
	// Output:
	// part of 4000 games
	// part of 1001 games
	// <nil> 1
	// true 0 <nil>
	// <nil> <nil> 1 true
}
