package boards

import "github.com/chesszip/chesszip/board"

// Present is what is known of the choice that a Coder is given, for coders that
// know more of the position than the model does. It holds until the choice is
// made.
type Present struct{ q *Predictor }

// Present returns what the present choice is about.
func (q *Predictor) Present() Present { return Present{q} }

// Features returns the hashes that the model uses, of each square in turn
// where a king's place is chosen. They must not be changed.
func (c Present) Features() []uint32 { return c.q.w.k.at }

// Square returns the square on which something stands or not, in the stages
// Structure and OtherPieces.
func (c Present) Square() board.Square { return board.Square(c.q.w.here) }

// Piece returns what stands on the square if choice i is made, in the stages
// Structure and OtherPieces.
func (c Present) Piece(i int) board.Piece {
	thing := c.q.index[i]
	if c.q.w.stage == Structure {
		return board.Piece(pawnOf[thing])
	}
	return board.Piece(pieceOf[thing])
}

// King returns whose king is placed, and appends to free where each choice puts
// it: choice i on the i-th square.
func (c Present) King(free []board.Square) (board.Color, []board.Square) {
	color := board.White
	w := &c.q.w
	if w.on[board.WhiteKing] != 0 {
		color = board.Black
	}
	for set := ^w.occupied(); set != 0; set = set.WithoutFirst() {
		free = append(free, board.Square(set.First()))
	}
	return color, free
}
