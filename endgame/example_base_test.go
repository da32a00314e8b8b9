package endgame_test

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/notation"
)

// A Base keeps what it has decoded: one for all questions of a program.
func ExampleBase_Probe() {
	var base endgame.Base
	for _, fen := range []string{"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "8/8/8/8/8/k7/8/KQR4q w - - 0 1"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
		}
		o, err := base.Probe(&p)
		fmt.Println(o, o.Result == endgame.Lost, errors.Is(err, endgame.ErrUnsolved), errors.Is(err, endgame.ErrIllegal))
	}
	fmt.Println(endgame.Endings())
	// Output:
	// won in 1 move false false false
	// lost in 1 move true false false
	// drawn false true false
	// [KQK KRK KBBK KBNK KPK]
}

// The classic file of bishop and knight, one read a question, from a table solved on
// the spot or from an earlier file.
func ExampleTable_WriteCube() {
	table, err := endgame.Solve("KBNK", &endgame.SolveOptions{Threads: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := table.WriteCube(&file, endgame.CubeDistances); err != nil {
		fmt.Println(err)
	}
	cube, err := endgame.NewCube(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := board.ParseFEN("8/8/8/8/8/8/8/KBN4k w - - 0 1")
	m, moves, err := cube.Best(&p)
	fmt.Println(file.Len()>>20, "MiB", notation.SAN(&p, m), moves, "moves", cube.Form() == endgame.CubeDistances, err)
	o, err := table.Probe(&p)
	fmt.Println(table.Name(), o, err)
	// Output:
	// 16 MiB Ne2 23 moves true <nil>
	// KBNK won in 23 moves <nil>
}
