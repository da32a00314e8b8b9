// Command store stores the position of its argument and prints it again. A
// test holds its size.
package main

import (
	"os"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec/boardmodel"
)

func main() {
	p, err := board.ParseFEN(os.Args[1])
	if err != nil {
		panic(err)
	}
	b, err := boardmodel.V1.Append(nil, &p)
	if err != nil {
		panic(err)
	}
	q, _, err := boardmodel.V1.Decode(b)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(append(q.AppendFEN(nil), '\n'))
}
