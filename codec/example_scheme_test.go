package codec_test

import (
	"errors"
	"fmt"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
)

// kings is a board scheme of one's own: 12 bits for a board with two kings and
// nothing else. Every board has one code, since the squares must differ.
type kings struct{}

func (kings) BitLen(b *board.Board) (int, error) {
	white, black := b.Pieces(board.WhiteKing), b.Pieces(board.BlackKing)
	if white.Count() != 1 || black.Count() != 1 || b.Occupied() != white|black {
		return 0, errors.New("kings: not two kings alone")
	}
	return 12, nil
}

func (k kings) Write(w *bitio.Writer, b *board.Board) error {
	if _, err := k.BitLen(b); err != nil {
		return err
	}
	w.TryWriteBits(uint64(b.Pieces(board.WhiteKing).First()), 6)
	w.TryWriteBits(uint64(b.Pieces(board.BlackKing).First()), 6)
	return w.TryError
}

func (kings) Read(r *bitio.Reader) (b board.Board, err error) {
	white, black := board.Square(r.TryReadBits(6)), board.Square(r.TryReadBits(6))
	if r.TryError != nil {
		return b, fmt.Errorf("kings: %w", r.TryError)
	}
	if white == black {
		return b, errors.New("kings: both on one square")
	}
	b.Put(white, board.WhiteKing)
	b.Put(black, board.BlackKing)
	return b, nil
}

// A scheme of one's own, its test, and a palette with it.
func ExampleNewPalette() {
	mine := codec.WithTrailer("kings", kings{}) // turn, castling, en passant and counters follow
	bare := board.MustParseFEN("8/8/4k3/8/8/4K3/8/8 w - - 12 61")
	fmt.Println(codec.CheckScheme(mine, bare, board.Start()))

	palette, err := codec.NewPalette(1, "endings", append(codec.Default().Schemes()[:3], mine)...)
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := palette.AppendPosition(nil, &bare)
	back, rest, err2 := palette.DecodePosition(data)
	fmt.Println(len(data), back == bare, len(rest), err, err2)
	for i, e := range palette.Explain(&bare) {
		scheme, _, _ := palette.Best(&bare)
		fmt.Println(e.Scheme, e.Bits, i == scheme)
	}
	column := codec.StoredPosition{Palette: palette}
	fmt.Println(column.Scan(data), column.Position == bare)

	_, _, err = codec.DecodePosition(data)
	fmt.Println(errors.Is(err, codec.ErrMethod))
	_, err = codec.NewPalette(200, palette.Name(), mine)
	fmt.Println(err)
	// Output:
	// <nil>
	// 6 true 0 <nil> <nil>
	// xor-diff 103 false
	// piece-list 38 false
	// huffman 90 false
	// kings 28 true
	// <nil> true
	// true
	// codec: palette "endings": id 200, want 1 to 127
}
