package movegen_test

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

func Example() {
	p := board.Start()
	legal := movegen.AppendLegal(nil, &p) // append to legal[:0] in a loop: no allocation
	fmt.Println(len(legal), "moves, the first", legal[0])
	e4 := board.NewMove(board.E2, board.E4, board.NoKind)
	fmt.Println("e2-e4 is number", movegen.Index(&p, e4, legal), movegen.IsLegal(&p, e4))
	movegen.Make(&p, e4)
	fmt.Println(&p, movegen.CountLegal(&p), movegen.InCheck(&p))
	fmt.Println(movegen.Perft(&p, 3), "games of three more half-moves")
	// Output:
	// 20 moves, the first a2-a3
	// e2-e4 is number 9 true
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 20 false
	// 13160 games of three more half-moves
}

// Castling is stored as the king taking its rook; a move from outside may say
// e1g1, and Resolve gives the stored form.
func ExampleResolve() {
	p, _ := board.ParseFEN("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2")
	m, ok := movegen.Resolve(&p, board.NewMove(board.E1, board.G1, board.NoKind))
	fmt.Println(m, ok, movegen.IsCastling(&p, m), movegen.IsCapture(&p, m), movegen.CastlingTarget(m))
	fmt.Println(movegen.LegalEnPassant(&p), movegen.IsEnPassant(&p, board.NewMove(board.E5, board.D6, board.NoKind)))
	fmt.Println(movegen.GivesCheck(&p, board.NewMove(board.A1, board.A8, board.NoKind)))
	// Output:
	// e1-h1 true true false g1
	// d6 true
	// true
}
