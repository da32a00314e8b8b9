package archive_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
)

// The bytes of an archive of one frame and of one of two, as section 8 of the
// specification explains them.
func Example() {
	frame := archive.Frame{Games: 1, Input: 20, Streams: []archive.Stream{
		{Kind: 1, Data: []byte("tags")},
		{Kind: 2, Data: []byte("moves")},
	}}
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, nil, nil)
	_ = w.WriteFrame(&frame, nil)
	_ = w.Close([]byte("sum"))
	fmt.Print(hex.Dump(buf.Bytes()))

	s, _ := archive.NewScanner(&buf, nil)
	for f, err := range s.Frames() {
		data, _ := f.Stream(2)
		fmt.Printf("%d game, %d bytes, %s, %v\n", f.Games, f.Input, data, err)
	}
	fmt.Printf("%s\n", s.Summary())
	// Output:
	// 00000000  c7 43 5a 1a 01 00 00 00  0b de b2 f4 c7 46 52 e1  |.CZ..........FR.|
	// 00000010  01 14 02 01 04 02 05 74  61 67 73 6d 6f 76 65 73  |.......tagsmoves|
	// 00000020  9c 76 54 17 78 da ab 52  c7 49 58 e2 08 28 01 00  |.vT.x..R.IX..(..|
	// 00000030  00 03 73 75 6d 0d 00 00  00 2c 48 f1 b6           |..sum....,H..|
	// 1 game, 20 bytes, moves, <nil>
	// sum
}

func ExampleNewReader() {
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, &archive.Header{Optional: 1, Params: []byte("p")}, nil)
	for i := range 2 {
		frame, _ := archive.AppendFrame(nil, &archive.Frame{Games: 10, Streams: []archive.Stream{{Data: []byte{byte(i)}}}})
		_ = w.WriteEncoded(frame, []byte("meta"))
	}
	_ = w.Close(nil)
	fmt.Print(hex.Dump(buf.Bytes()))

	r, _ := archive.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()), nil)
	frame, game, _ := r.Find(13)
	fmt.Println("game 13 is game", game, "of frame", frame)
	f, err := r.Frame(frame)
	fmt.Println(f.Games, f.Streams[0].Data, err)
	// Output:
	// 00000000  c7 43 5a 1a 01 00 01 01  70 c6 e6 d8 51 c7 46 52  |.CZ.....p...Q.FR|
	// 00000010  e1 0a 00 01 00 01 00 b2  df b0 41 ff 01 31 e3 c7  |..........A..1..|
	// 00000020  46 52 e1 0a 00 01 00 01  01 92 6a 7c 49 5e a5 bd  |FR........j|I^..|
	// 00000030  71 c7 49 58 e2 1d 31 02  00 12 0a 00 b2 df b0 41  |q.IX..1........A|
	// 00000040  04 6d 65 74 61 00 12 0a  00 92 6a 7c 49 04 6d 65  |.meta.....j|I.me|
	// 00000050  74 61 00 22 00 00 00 39  01 36 46                 |ta."...9.6F|
	// game 13 is game 3 of frame 1
	// 10 [1] <nil>
}

func ExampleCorruptError() {
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, nil, nil)
	for range 2 {
		_ = w.WriteFrame(&archive.Frame{Streams: []archive.Stream{{Data: []byte("data")}}}, nil)
	}
	_ = w.Close(nil)
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
