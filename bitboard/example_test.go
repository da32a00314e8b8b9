package bitboard_test

import (
	"fmt"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

const a1, c1, d4, g7 = board.A1, board.C1, board.D4, board.G7

func Example() {
	pieces := bitboard.Rank1 | bitboard.Of(g7)
	fmt.Println(bitboard.BishopAttacks(d4, pieces).Count(), "squares of", bitboard.BishopRays(d4).Count())
	fmt.Println(bitboard.RookAttacks(d4, pieces).Has(g7), bitboard.QueenAttacks(d4, pieces).Has(g7))
	fmt.Println(bitboard.Between(d4, g7).Count(), "squares between d4 and g7")
	for s := bitboard.KnightAttacks(c1) | bitboard.KingAttacks(a1); s != 0; s = s.WithoutFirst() {
		fmt.Print(s.First(), " ")
	}
	// Output:
	// 12 squares of 13
	// false true
	// 2 squares between d4 and g7
	// b1 a2 b2 e2 b3 d3
}

// All pieces of a kind, or all pawns of a colour, attack at once.
func ExamplePawnsAttacksUp() {
	pawns := bitboard.Rank1.Up()
	fmt.Println(bitboard.PawnsAttacksUp(pawns) == pawns.UpLeft()|pawns.UpRight(), bitboard.PawnsAttacksUp(pawns).Count())
	black := bitboard.Rank8.Down()
	fmt.Println(bitboard.PawnsAttacksDown(black) == black.DownLeft()|black.DownRight(), bitboard.PawnsAttacksDown(black).Count())
	fmt.Println(bitboard.KnightsAttacks(pawns).Count(), bitboard.KingsAttacks(bitboard.FileH).Count())
	// Output:
	// true 8
	// true 8
	// 24 16
}

// A set of k squares is a number below Choose(n, k), which Subset gives back.
func ExampleSubset() {
	places := bitboard.Set(0xffffffffffff00) // where pawns can stand
	pawns := bitboard.Rank1.Up()
	n := pawns.Number(places)
	back, ok := bitboard.Subset(n, pawns.Count(), places)
	fmt.Println(n, "of", bitboard.Choose(48, 8), back == pawns, ok)
	// Output:
	// 0 of 377348994 true true
}

// How many ways are there to place eight queens so that none attacks another?
func ExampleCountQueens() {
	fmt.Println(bitboard.CountQueens(8))
	// Output:
	// 92
}

// A chain of pawns in a bishop's way is worth finding before a slider is moved.
func ExampleDiagonals_ConnectedPawns() {
	white := bitboard.Of(d4) | bitboard.Of(d4+9)
	d := bitboard.DiagonalsOf(white, 0)
	fmt.Println(d.ConnectedPawns(0, a1, bitboard.UpRight) == white, d.ConnectedPawns(0, g7, bitboard.DownLeft) == white)
	d.Move(0, d4, d4+8)
	fmt.Println(d.ConnectedPawns(0, a1, bitboard.UpRight) == 0)
	// Output:
	// true true
	// true
}
