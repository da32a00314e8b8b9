package archive_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
)

// The bytes of an archive of one frame and of one of two, as docs/spec/container.md
// explains them.
func Example() {
	frame := archive.Frame{Games: 1, Input: 20, Streams: []archive.Stream{
		{Kind: 1, Data: []byte("tags")},
		{Kind: 2, Data: []byte("moves")},
	}}
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, nil, nil)
	_ = w.WriteFrame(&frame, nil)
	_ = w.Close()
	fmt.Print(hex.Dump(buf.Bytes()))

	s, _ := archive.NewScanner(&buf, nil)
	for f, err := range s.Frames() {
		data, _ := f.Stream(2)
		fmt.Printf("%d game, %d bytes, %s, %v\n", f.Games, f.Input, data, err)
	}
	// Output:
	// 00000000  c7 43 5a 1a 03 00 00 00  0a 98 a6 f0 c7 46 52 e1  |.CZ..........FR.|
	// 00000010  01 14 02 01 04 02 05 74  61 67 73 6d 6f 76 65 73  |.......tagsmoves|
	// 00000020  a1 e3 0e bd 00 00 00 00  c7 49 58 e2 05 28 01 00  |.........IX..(..|
	// 00000030  00 00 0a 00 00 00 a1 7a  aa d3                    |.......z..|
	// 1 game, 20 bytes, moves, <nil>
}

func ExampleNewReader() {
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, &archive.Header{Optional: 1, Params: []byte("p")}, nil)
	for i := range 2 {
		frame, _ := archive.AppendFrame(nil, &archive.Frame{Games: 10, Streams: []archive.Stream{{Data: []byte{byte(i)}}}})
		_ = w.WriteEncoded(frame, []byte("meta"))
	}
	_ = w.Close()
	fmt.Print(hex.Dump(buf.Bytes()))

	r, _ := archive.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()), nil)
	frame, game, _ := r.Find(13)
	fmt.Println("game 13 is game", game, "of frame", frame)
	f, err := r.Frame(context.Background(), frame)
	fmt.Println(f.Games, f.Streams[0].Data, err)
	// Output:
	// 00000000  c7 43 5a 1a 03 00 01 01  70 ae 87 c5 86 c7 46 52  |.CZ.....p.....FR|
	// 00000010  e1 0a 00 01 00 01 00 49  0e 5f 9f 00 00 00 00 c7  |.......I._......|
	// 00000020  46 52 e1 0a 00 01 00 01  01 71 92 d8 3f 00 00 00  |FR.......q..?...|
	// 00000030  00 c7 49 58 e2 1d 31 02  00 12 0a 00 49 0e 5f 9f  |..IX..1.....I._.|
	// 00000040  04 6d 65 74 61 00 12 0a  00 71 92 d8 3f 04 6d 65  |.meta....q..?.me|
	// 00000050  74 61 00 22 00 00 00 46  71 71 c1                 |ta."...Fqq.|
	// game 13 is game 3 of frame 1
	// 10 [1] <nil>
}

func ExampleCorruptError() {
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, nil, nil)
	for range 2 {
		_ = w.WriteFrame(&archive.Frame{Streams: []archive.Stream{{Data: []byte("data")}}}, nil)
	}
	_ = w.Close()
	buf.Bytes()[45] ^= 1
	s, _ := archive.NewScanner(&buf, nil)
	for {
		_, err := s.Next()
		fmt.Println(err)
		if err != nil || err == io.EOF {
			break
		}
	}
	// Output:
	// <nil>
	// archive: corrupt input in frame 2 at byte 33: checksum of the frame is wrong
}
