package boardmodel_test

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec/boardmodel"
)

func Example() {
	p, _ := board.ParseFEN("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
	plain, _ := boardmodel.V1.Append(nil, &p)
	data, err := boardmodel.V1.AppendChecked(nil, &p) // notices altered bytes
	fmt.Println(len(plain), "and", len(data), "bytes", err)
	back, rest, err := boardmodel.V1.Decode(data)
	fmt.Println(back == p, len(rest), err)
	// Output:
	// 5 and 7 bytes <nil>
	// true 0 <nil>
}

// Where positions of all kinds come together, the palette takes the shortest of
// four codes.
func ExamplePalette() {
	palette := boardmodel.Palette()
	p := board.Start()
	data, err := palette.AppendPosition(nil, &p)
	back, _, err2 := palette.DecodePosition(data)
	fmt.Println(palette.Name(), len(data), "bytes", back == p, err, err2)
	scheme, bits, err := palette.Best(&p)
	fmt.Println(palette.Schemes()[scheme].Name(), bits, "bits", err)
	// Output:
	// learned 3 bytes true <nil> <nil>
	// learned 10 bits <nil>
}

// The fewer bits a position takes, the likelier the model finds it.
func ExampleScheme_Cost() {
	usual, strange := board.Start(), board.Start()
	strange.Board.Put(board.E4, board.WhiteQueen)
	a, err := boardmodel.V1.Cost(&usual)
	b, err2 := boardmodel.V1.Cost(&strange)
	fmt.Println(a.Position() < b.Position(), a.Counters() > 0, a.Material < b.Material, err, err2)
	// Output:
	// true true true <nil> <nil>
}
