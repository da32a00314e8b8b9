package boards

import "github.com/chesszip/chesszip/board"

// Present describes the current choice, for coders that know more of the position
// than the model does. It is valid until the choice is made.
type Present struct{ q *Predictor }

// Present returns a description of the current choice.
func (q *Predictor) Present() Present { return Present{q} }

// Features returns the hashes that the model uses, of each square in turn if the
// choice is a king's place. The caller must not change them.
func (c Present) Features() []uint32 { return c.q.w.k.at }

// Square returns the square of the choice, in the stages Structure and OtherPieces.
func (c Present) Square() board.Square { return c.q.w.here }

// Piece returns the content of the square for choice i, in the stages Structure and
// OtherPieces.
func (c Present) Piece(i int) board.Piece {
	thing := c.q.index[i]
	if c.q.w.stage == Structure {
		return board.Piece(pawnOf[thing])
	}
	return board.Piece(pieceOf[thing])
}

// King returns the colour of the king to place, and appends its square for each
// choice to free.
func (c Present) King(free []board.Square) (board.Color, []board.Square) {
	color := board.White
	w := &c.q.w
	if w.on[board.WhiteKing] != 0 {
		color = board.Black
	}
	for set := ^w.occupied(); set != 0; set = set.WithoutFirst() {
		free = append(free, set.First())
	}
	return color, free
}
