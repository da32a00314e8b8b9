package codec_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/huffman"
	"github.com/chesszip/chesszip/movelist"
)

// A game in a database column. StoredGame and Position are what database/sql
// calls a Valuer and a Scanner, so that they are given to any driver as they are:
//
//	db.Exec("INSERT INTO games (id, moves) VALUES (?, ?)", 1, codec.StoredGame{Game: game})
//	db.QueryRow("SELECT moves FROM games WHERE id = ?", 1).Scan(&stored)
//
// The program examples/sql does so with SQLite.
func ExampleStoredGame_column() {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6"} {
		if err := s.PlaySAN(text); err != nil {
			fmt.Println(err)
		}
	}
	game := s.Game()
	var column driver.Valuer = codec.StoredGame{Game: game}
	value, err := column.Value() // what a driver stores
	fmt.Printf("%T of less than 20 bytes: %t, %v\n", value, len(value.([]byte)) < 20, err)

	plain, err := codec.AppendGame(nil, &game, movelist.Fast) // without the two bytes of the check
	fmt.Println(len(value.([]byte))-len(plain), err)

	var stored codec.StoredGame
	var row sql.Scanner = &stored
	err = row.Scan(value) // what a driver gives back
	text, _ := stored.MarshalText()
	fmt.Printf("%s, %v\n", text, err)
	// Output:
	// []uint8 of less than 20 bytes: true, <nil>
	// 2 <nil>
	// startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6, <nil>
}

func ExampleStoredPosition() {
	var p codec.StoredPosition
	err := json.Unmarshal([]byte(`"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"`), &p)
	column, err2 := p.Value()
	fmt.Println(p.Position.Turn, len(column.([]byte)) < 16, err, err2)
	key, err := codec.KeyOf(&p.Position) // without counters: the same by whatever moves it was reached
	fmt.Println(key.Compare(codec.Key{}) > 0, err)
	fmt.Printf("%016x\n", codec.Polyglot(&p.Position)) // the hash of opening books
	// Output:
	// white true <nil> <nil>
	// true <nil>
	// 78cda70e17837d9e
}

// The bits that each scheme spends on a position, part by part.
func ExampleExplain() {
	p, _ := board.ParseFEN("8/8/4k3/8/8/3QK3/8/8 w - - 12 61")
	for _, e := range codec.Explain(&p) {
		if e.Scheme == "piece-list" {
			fmt.Println(e.Bits, "bits", e.Err)
			for _, part := range e.Parts {
				fmt.Println(part.Bits, part.Name)
			}
		}
	}
	// Output:
	// 46 bits <nil>
	// 6 white king
	// 1 white pawns
	// 12 white pieces
	// 6 black king
	// 1 black pawns
	// 4 black pieces
	// 16 rights trailer
}

// The palettes that are named, and the scheme that one takes for a position.
func ExamplePalette() {
	p := board.Start()
	for _, s := range codec.Palettes() {
		_, ok := codec.PaletteByName(s.Name())
		scheme, bits, err := s.Best(&p)
		fmt.Printf("%s %t %#02x: %s, %d bits, %v\n", s.Name(), ok, s.Method(), s.Schemes()[scheme].Name(), bits, err)
	}
	data, err := codec.Classic().AppendPositionChecked(nil, &p)
	back, rest, err2 := codec.Classic().DecodePosition(data)
	fmt.Println(back == p, len(rest), err, err2)
	_, ok := codec.ByName("huffman-counted")
	fmt.Println(ok, slices.Contains(codec.Names(), "huffman-counted"))
	// Output:
	// classic true 0x62: xor-diff, 14 bits, <nil>
	// default true 0x61: xor-diff, 14 bits, <nil>
	// true 0 <nil> <nil>
	// true true
}

// A scheme alone, on a bit stream: a Huffman code for the board, and the rights
// trailer after it.
func ExampleWithTrailer() {
	var scheme codec.Scheme = codec.WithTrailer("mine", huffman.Counted)
	p := board.Start()
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	err := scheme.Write(w, &p)
	_ = w.Close()
	back, err2 := scheme.Read(bitio.NewReader(bytes.NewReader(buf.Bytes())))
	bits, _ := scheme.BitLen(&p)
	fmt.Println(scheme.Name(), bits, "bits", back == p, err, err2)

	_, err = scheme.Read(bitio.NewReader(bytes.NewReader([]byte{0})))
	fmt.Println(errors.Is(err, io.ErrUnexpectedEOF))
	data, _ := codec.AppendPositionChecked(nil, &p)
	data[1] ^= 1
	_, _, err = codec.DecodePosition(data)
	var corrupt *codec.CorruptError
	fmt.Println(errors.As(err, &corrupt), corrupt.Bit, corrupt.Msg, corrupt.Err, errors.Is(err, codec.ErrCorrupt))
	// Output:
	// mine 171 bits true <nil> <nil>
	// true
	// true 0  checksum differs: altered bytes, or another start position, knowledge or model than the writer's true
}

// Lichess's binary FEN, for data from Lichess.
func ExampleAppendPacked() {
	p := board.Start()
	data, err := codec.AppendPacked(nil, &p)
	back, err2 := codec.DecodePacked(data)
	fmt.Println(len(data), "bytes", back == p, err, err2)
	// Output:
	// 24 bytes true <nil> <nil>
}

func ExampleAppendPosition() {
	p, err := board.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := codec.AppendPosition(nil, &p)
	if err != nil {
		fmt.Println(err)
		return
	}
	q, _, err := codec.DecodePosition(b)
	fmt.Println(q == p, err)
	// Output: true <nil>
}
