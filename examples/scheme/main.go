// Command scheme stores endings of two kings in a scheme of its own, 12 bits for the board,
// in a palette with the usual schemes: each position takes the one that is shortest for it.
package main

import (
	"errors"
	"fmt"
	"log"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
)

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
	if r.TryError == nil && white == black { // a board must have one form
		return b, errors.New("kings: both on one square")
	}
	b.Put(white, board.WhiteKing)
	b.Put(black, board.BlackKing)
	return b, r.TryError
}

func main() {
	mine := codec.WithTrailer("kings", kings{}) // turn, rights and counters follow the board
	bare, start := board.MustParseFEN("8/8/4k3/8/8/4K3/8/8 w - - 12 61"), board.Start()
	palette, err := codec.NewPalette(1, "mine", append(codec.Default().Schemes()[:3], mine)...)
	if err = errors.Join(err, codec.CheckScheme(mine, bare, start)); err != nil {
		log.Fatal("scheme: ", err)
	}
	for _, p := range []board.Position{bare, start} {
		usual, err := codec.AppendPosition(nil, &p)
		own, err2 := palette.AppendPosition(nil, &p)
		back, _, err3 := palette.DecodePosition(own)
		fmt.Println(len(usual), len(own), back == p, errors.Join(err, err2, err3))
	}
}
