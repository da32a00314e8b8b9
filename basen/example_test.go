package basen_test

import (
	"bytes"
	"fmt"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
)

// Every position has a number, and every number is a position.
func ExampleNumberOf() {
	p := board.Start()
	n, err := basen.NumberOf(&p)
	b := n.Bytes() // 20 bytes that sort as the numbers do
	fmt.Printf("%x %v\n", b, err)
	back, err := basen.NumberFromBytes(b).Position()
	fmt.Println(&back, err)

	last, _ := basen.Numbers().Previous()
	strange, err := last.Position()
	fmt.Println(&strange, err, last.Compare(n), last.Next() == basen.Numbers(), basen.NumberBits, "bits")
	// Output:
	// 01a26198154ca70b727b69636d68c11afa702b3c <nil>
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 <nil>
	// 5rkr/P7/PP6/PP6/Pp6/1P6/1P1bbqqq/qqqqqRKR b KQkq a3 0 1 <nil> 1 true 153 bits
}

// A board scheme writes to a bit stream; package codec writes the rest of a position
// after it.
func ExampleBase13() {
	p := board.Start()
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	if err := (basen.Base13{}).Write(w, &p.Board); err != nil {
		fmt.Println(err)
	}
	_ = w.Close()
	back, err := basen.Base13{}.Read(bitio.NewReader(&buf))
	fmt.Println(back == p.Board, err)

	base13, _ := basen.Base13{}.BitLen(&p.Board)
	variable, _ := basen.Variable{}.BitLen(&p.Board)
	numbered, _ := basen.Numbered{}.BitLen(&p.Board)
	nibble, _ := basen.Nibble{}.BitLen(&p.Board)
	fmt.Println(nibble, base13, variable, numbered)
	// Output:
	// true <nil>
	// 256 237 233 152
}

// Choices among 20, 1 and 33 things as one integer: a forced one costs nothing.
func ExampleAppendMixed() {
	src, err := basen.AppendMixed(nil, []uint16{12, 0, 7}, []uint16{20, 1, 33})
	fmt.Printf("% x %v\n", src, err)
	var m basen.Mixed
	if err := m.Reset(src); err != nil {
		fmt.Println(err)
	}
	for _, radix := range []uint16{20, 1, 33} {
		digit, err := m.Next(radix)
		fmt.Println(digit, err)
	}
	fmt.Println(m.Close())
	// Output:
	// 98 <nil>
	// 12 <nil>
	// 0 <nil>
	// 7 <nil>
	// <nil>
}
