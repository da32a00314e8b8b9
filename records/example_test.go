package records_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/chesszip/chesszip/records"
)

// Positions for training go from one of Stockfish's forms to another.
func ExampleNewReader() {
	const plain = `fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
move e2e4
score 31
ply 0
result 1
e
fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
move e7e5
score -25
ply 1
result -1
e
`
	form, ok := records.Sniff([]byte(plain))
	if !ok {
		fmt.Println("no records")
		return
	}
	in := records.NewReader(strings.NewReader(plain), form)
	var data bytes.Buffer
	out := records.NewWriter(&data, records.Binpack)
	for {
		var r records.Record
		err := in.Read(&r)
		if err == io.EOF {
			break
		}
		if err == nil {
			err = out.Write(&r)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := out.Close(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %d bytes; %v: %d bytes\n", form, len(plain), records.Binpack, data.Len())
	// Output:
	// plain: 198 bytes; binpack: 44 bytes
}
