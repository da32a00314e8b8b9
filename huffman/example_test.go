package huffman_test

import (
	"bytes"
	"fmt"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/huffman"
)

func Example() {
	p := board.Start()
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	if err := (huffman.Diff{}).Write(w, &p.Board); err != nil {
		fmt.Println(err)
	}
	_ = w.Close()
	back, err := huffman.Diff{}.Read(bitio.NewReader(&buf))
	fmt.Println(back == p.Board, err)

	p, _ = board.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	diff, _ := huffman.Diff{}.BitLen(&p.Board)
	classic, _ := huffman.Classic.BitLen(&p.Board)
	counted, _ := huffman.Counted.BitLen(&p.Board)
	s := huffman.Diff{}.Stats(&p.Board)
	fmt.Println(diff, classic, counted, "bits;", s.Differences, "squares differ")
	fmt.Println(s.RunBits, "bits say where,", s.DifferenceBits, "what")
	// Output:
	// true <nil>
	// 22 164 164 bits; 4 squares differ
	// 16 bits say where, 6 what
}

// The code of the classic weights: 32 for an empty square, 8 for a pawn of each
// colour, 2 for its rooks, knights and bishops, 1 for its queen and king.
func ExampleBuild() {
	weights := []uint64{32, 8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1}
	c, err := huffman.Build(weights, huffman.MaxLen)
	fmt.Println(c.Symbols(), "symbols,", c.MinLen(), "to", c.MaxLen(), "bits", err)
	word, n := c.Encode(7)
	sym, m := c.Decode(word << (64 - n))
	fmt.Printf("a black pawn is %0*b and back %d of %d bits, %d\n", n, word, sym, m, c.Len(7))

	lengths, err := huffman.Lengths(weights, huffman.MaxLen)
	fmt.Println(lengths, err)
	again, err := huffman.New(lengths) // lengths say everything
	fmt.Println(again.Len(12) == c.Len(12), huffman.Classic.Code().Len(12) == c.Len(12), huffman.Classic.Weights()[0], err)
	// Output:
	// 13 symbols, 1 to 6 bits <nil>
	// a black pawn is 101 and back 7 of 3 bits, 3
	// [1 3 5 5 5 6 6 3 5 5 5 6 6] <nil>
	// true true 32 <nil>
}
