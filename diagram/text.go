// Package diagram draws boards as text and as SVG.
//
//	os.Stdout.Write(diagram.AppendText(nil, &p, nil))
//	svg := diagram.AppendSVG(nil, &p, &diagram.SVGOptions{Arrows: arrows})
package diagram

import (
	"github.com/chesszip/chesszip/board"
)

// Options are the settings of AppendText; nil means the defaults.
type Options struct {
	// Unicode draws the pieces with the chess symbols of Unicode instead of the
	// letters of FEN. The symbols are three bytes of UTF-8 each, one column wide in
	// most terminals.
	Unicode bool
	// Black shows the board from Black's side, h1 at the top left. The default is
	// White's side, with a8 at the top left.
	Black bool
}

// AppendText appends p as nine lines of text and returns the extended slice: eight
// ranks and a line of files, with their names at the edges. An arrow and the side to
// move follow the first rank of that side. White's pieces are upper case, Black's
// lower case; dots are empty squares. Each line ends with a line feed.
func AppendText(dst []byte, p *board.Position, o *Options) []byte {
	var opt Options
	if o != nil {
		opt = *o
	}
	flip := 0 // exclusive or between files and ranks of the drawing and the board
	if opt.Black {
		flip = 7
	}
	for line := range 8 {
		rank := (7 - line) ^ flip
		dst = append(dst, '1'+byte(rank), ' ')
		for column := range 8 {
			dst = append(dst, ' ')
			dst = appendPiece(dst, p.At(board.SquareAt(column^flip, rank)), opt.Unicode)
		}
		if rank == 7*int(p.Turn&1) {
			dst = append(dst, "  <- "...)
			dst = append(dst, (p.Turn & 1).String()...)
			dst = append(dst, " to move"...)
		}
		dst = append(dst, '\n')
	}
	dst = append(dst, ' ', ' ')
	for column := range 8 {
		dst = append(dst, ' ', 'a'+byte(column^flip))
	}
	return append(dst, '\n')
}

// symbols are the chess symbols U+2654 to U+265F by piece. The standard calls
// the outlined ones white.
var symbols = [13]string{".", "♙", "♘", "♗", "♖", "♕", "♔", "♟", "♞", "♝", "♜", "♛", "♚"}

func appendPiece(dst []byte, p board.Piece, unicode bool) []byte {
	if unicode {
		return append(dst, symbols[p]...)
	}
	return append(dst, p.Letter())
}
