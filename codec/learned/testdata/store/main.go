// Command store stores the position of its argument and prints it again. A
// test holds its size.
package main

import (
	"os"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec/learned"
)

func main() {
	p, err := board.ParseFEN(os.Args[1])
	if err != nil {
		panic(err)
	}
	b, err := learned.Default.Append(nil, &p)
	if err != nil {
		panic(err)
	}
	q, _, err := learned.Default.Decode(b)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(append(q.AppendFEN(nil), '\n'))
}
