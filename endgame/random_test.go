package endgame

import (
	"math/rand/v2"

	"github.com/chesszip/chesszip/board"
)

// randomPosition puts the pieces somewhere, legal or not, either colour having
// them and either to move.
func randomPosition(r *rand.Rand, pieces, bare string) board.Position {
	p := board.Position{Turn: board.Color(r.IntN(2)), FullmoveNumber: 1}
	strong := board.Color(r.IntN(2))
	for i, side := range []string{pieces, bare} {
		for j := range len(side) {
			piece, _ := board.PieceOfLetter(side[j])
			for {
				sq := board.Square(r.IntN(64))
				if p.At(sq) == board.Empty {
					p.Put(sq, board.PieceOf(board.Color(int(strong)^i), piece.Kind()))
					break
				}
			}
		}
	}
	return p
}

// colorOf returns the colour of the side with more pieces.
func colorOf(p *board.Position) board.Color {
	if p.Color(board.Black).Count() > p.Color(board.White).Count() {
		return board.Black
	}
	return board.White
}
