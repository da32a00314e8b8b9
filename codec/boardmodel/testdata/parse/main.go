// Command parse stores the position of its argument by a model of its own. A
// test holds that the embedded one stays away.
package main

import (
	"os"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec/boardmodel"
)

func main() {
	data, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	s, err := boardmodel.Parse("own", data)
	if err != nil {
		panic(err)
	}
	p, err := board.ParseFEN(os.Args[1])
	if err != nil {
		panic(err)
	}
	b, err := s.Append(nil, &p)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(b)
}
