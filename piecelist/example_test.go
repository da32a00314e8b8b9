package piecelist_test

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/piecelist"
)

func Example() {
	p, _ := board.ParseFEN("8/8/8/4k3/8/8/3PK3/8 w - - 0 1")
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	if err := piecelist.Combinations.Write(w, &p.Board); err != nil {
		fmt.Println(err)
	}
	_ = w.Close()
	fmt.Printf("% x\n", buf.Bytes())
	back, err := piecelist.Combinations.Read(bitio.NewReader(&buf))
	fmt.Println(back == p.Board, err)

	var empty board.Board
	_, err = piecelist.Combinations.BitLen(&empty)
	fmt.Println(errors.Is(err, board.ErrUnfit))
	// Output:
	// 32 03 09 00
	// true <nil>
	// true
}

// The bits that the four layouts spend on the pawns of the start position.
func ExampleLayout_Sides() {
	p := board.Start()
	for _, l := range []piecelist.Layout{piecelist.Base48, piecelist.Picks, piecelist.SkippingPicks, piecelist.Combinations} {
		sides, err := l.Sides(&p.Board)
		w, b := sides[0], sides[1]
		fmt.Printf("%-45v pawns %d + %d, all %d + %d, %v\n", l, w.Pawns, b.Pawns, w.Bits(), b.Bits(), err)
		if l == piecelist.Combinations {
			fmt.Println(w.King, w.HasPawns, w.PawnCount, w.Pawns, w.PieceCount, w.Pieces)
		}
	}
	// Output:
	// base 48                                       pawns 45 + 45, all 115 + 115, <nil>
	// ordered picks                                 pawns 44 + 44, all 114 + 114, <nil>
	// picks that skip taken squares                 pawns 44 + 42, all 114 + 112, <nil>
	// combinations                                  pawns 29 + 27, all 99 + 97, <nil>
	// 6 1 3 29 4 56
}
