// Command columns stores a game and its position in the forms for database columns. A
// test measures the size of the program.
package main

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	line, _ := pgn.ParseGame("1. f3 e5 2. g4 Qh4# 0-1").MainLine()
	stored, err := movelist.Fast.Append(nil, &line)
	fmt.Println(len(stored), err)
	game := codec.StoredGame{Game: line}
	value, err := game.Value()
	fmt.Println(value, err, game.Scan(value))
	start := board.Start()
	moves, _, err := movelist.Fast.Decode(stored, &start)
	fmt.Println(moves, err)
	fmt.Println(codec.KeyOf(&start))
	fmt.Println(codec.AppendPosition(nil, &start))
}
