package basen

import (
	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// Numbered is the board scheme of the exact numbering: 152 bits for any board that it
// counts. The code is the Number of the board with White to move and no rights,
// without its lowest bit.
type Numbered struct{}

// numberedBits is the length of the largest code in bits.
const numberedBits = 152

// numberedWhole is the number of its whole words; the rest is written first.
const numberedWhole = 2

func (Numbered) number(b *board.Board) (wide, error) {
	v, err := arrange(&board.Position{Board: *b})
	if err != nil {
		return wide{}, err
	}
	return countPositions().number(&v)
}

// BitLen returns 152, or board.ErrUnfit for a board outside the numbering; see Number.
func (n Numbered) BitLen(b *board.Board) (int, error) {
	if _, err := n.number(b); err != nil {
		return 0, err
	}
	return numberedBits, nil
}

// Write writes b, or fails with board.ErrUnfit for a board outside the numbering.
func (n Numbered) Write(w *bitio.Writer, b *board.Board) error {
	x, err := n.number(b)
	if err != nil {
		return err
	}
	w.TryWriteBits(x[numberedWhole], numberedBits-64*numberedWhole)
	for i := numberedWhole - 1; i >= 0; i-- {
		w.TryWriteBits(x[i], 64)
	}
	return w.TryError
}

// Read reads a board.
func (Numbered) Read(r *bitio.Reader) (board.Board, error) {
	var x wide
	x[numberedWhole] = r.TryReadBits(numberedBits - 64*numberedWhole)
	for i := numberedWhole - 1; i >= 0; i-- {
		x[i] = r.TryReadBits(64)
	}
	if r.TryError != nil {
		return board.Board{}, cut(r.TryError)
	}
	t := countPositions()
	// Boards without rights and en passant come first.
	if x.compare(&t.begin[t.first[0][0][1]]) >= 0 {
		return board.Board{}, &board.CorruptError{Msg: "number of no board: it is not below the bound"}
	}
	v := t.arrangement(x)
	return v.position(board.White).Board, nil
}
