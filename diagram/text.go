// Package diagram draws boards for people.
package diagram

import (
	"strings"

	"github.com/chesszip/chesszip/board"
)

// Text returns the board as nine lines of ASCII, seen from White's side, with
// the rows and files at its edges; each line ends with a line feed. White's men
// are upper case, black's lower case, dots are empty squares.
func Text(b *board.Board) string {
	var s strings.Builder
	for row := 7; row >= 0; row-- {
		s.WriteByte('1' + byte(row))
		s.WriteByte(' ')
		for file := range 8 {
			s.WriteByte(' ')
			s.WriteByte(b.At(board.SquareAt(file, row)).Letter())
		}
		s.WriteByte('\n')
	}
	s.WriteString("   a b c d e f g h\n")
	return s.String()
}
