package codec_test

import (
	"fmt"
	"log"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
)

// The same position over two orders of moves is one entry of the map.
func ExampleKeyOf() {
	visits := map[codec.Key]int{}
	for _, fen := range []string{
		"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2",
		"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 9",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			log.Fatal(err)
		}
		k, err := codec.KeyOf(&p)
		if err != nil {
			log.Fatal(err)
		}
		visits[k]++
	}
	for k, n := range visits {
		p, err := k.Position()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(k, n, string(p.AppendFEN(nil)))
	}
	// Output:
	// 01a26198154ca70b727af931e0f3bdc61d41333d 2 rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1
}
