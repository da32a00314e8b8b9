package board_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
)

func Example() {
	p, err := board.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
	fmt.Println(p.Turn, p.Board.At(board.H5), p.Board.KindAt(board.H5) == board.Queen, err)
	f7 := p.Board.Attackers(board.White, board.F7, p.Board.Occupied())
	fmt.Println(f7.Count(), "attackers of f7, the first on", f7.First())
	fmt.Println(p.Board.Kind(board.Pawn).Count(), "pawns,", p.Board.Color(board.White).Count(), "white pieces")
	_, err = board.ParseFEN("8/8/8/8/8/8/8/9 w - - 0 1")
	var bad *board.FENError
	fmt.Println(errors.Is(err, board.ErrFEN), errors.As(err, &bad) && bad.Field == "board")
	fmt.Printf("%q at %d: %s\n", bad.Text, bad.Offset, bad.Msg)
	// Output:
	// black Q true <nil>
	// 2 attackers of f7, the first on c4
	// 16 pawns, 16 white pieces
	// true true
	// "8/8/8/8/8/8/8/9" at 14: '9' is neither a piece, a number of empty squares nor a slash
}

func ExampleBoard_Put() {
	p := board.Position{Turn: board.White, FullmoveNumber: 1}
	p.Board.Put(board.E1, board.WhiteKing)
	p.Board.Put(board.H1, board.PieceOf(board.White, board.Rook))
	p.Board.Put(board.SquareAt(4, 7), board.BlackKing)
	p.Castling = p.Castling.With(board.White, board.KingSide, board.H1.File())
	fmt.Println(&p, p.Board.Pieces(board.WhiteRook).Count())
	p.Castling = p.Castling.Without(board.White, board.KingSide)
	fmt.Println(p.Castling.Any(board.White), p.Castling == board.Rights(0).WithoutColor(board.Black))
	// Output:
	// 4k3/8/8/8/8/8/8/4K2R w K - 0 1 1
	// false true
}

// A FEN may say what no game can reach.
func ExamplePosition_Validate() {
	p, _ := board.ParseFEN("4k3/8/8/8/8/8/8/P7 w K - 0 1")
	var invalid *board.InvalidError
	if errors.As(p.Validate(), &invalid) {
		fmt.Println(invalid.Flaws)
		fmt.Println(invalid.Flaws&board.NoKing != 0, invalid.Flaws&board.PawnOnEdge != 0, invalid.Flaws&board.TooManyPawns != 0)
	}
	// Output:
	// a player has no king; a pawn stands on rank 1 or 8; a right to castle has no king or no rook at home
	// true true false
}

func ExampleParseEPD() {
	e, err := board.ParseEPD(`1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";`)
	best, ok := e.Op("bm")
	fmt.Println(best, ok, e.Position.Turn, err)
	// Output:
	// Qd1+ true black <nil>
}

// Squares, pieces, colours, moves and positions are texts in JSON. A move alone is not
// written as UCI, which depends on the position: see notation.UCI.
func ExampleMove() {
	m := board.NewMove(board.E7, board.E8, board.Queen)
	text, err := json.Marshal(map[string]any{"move": m, "to": m.To(), "piece": board.WhitePawn, "turn": board.White})
	fmt.Printf("%s %v\n", text, err)
	var back board.Move
	err = back.UnmarshalText([]byte("e7-e8q"))
	fmt.Println(back == m, back.From().Rank(), string(back.Promotion().Letter()), err)
	sq, err := board.ParseSquare("h4")
	piece, ok := board.PieceOfLetter('n')
	fmt.Println(sq, piece.Color(), piece.Kind() == board.Knight, string(piece.Letter()), ok, err)
	// Output:
	// {"move":"e7-e8q","piece":"P","to":"e8","turn":"white"} <nil>
	// true 6 Q <nil>
	// h4 black true n true <nil>
}

// Rights name the files of rooks, which Chess960 sets up elsewhere than in the corners.
func ExampleRights() {
	p, err := board.ParseFEN("1r2k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
	file, ok := p.Castling.RookFile(board.Black, board.QueenSide)
	fmt.Println(file, ok, p.Chess960(), err)
	p.Castling = p.Castling.Classic()
	file, ok = p.Castling.RookFile(board.Black, board.QueenSide)
	fmt.Println(file, ok, p.Chess960())
	// Output:
	// 1 true true <nil>
	// 0 true false
}
