// Package codec stores positions and game states by any of the project's
// schemes.
package codec

import (
	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// Scheme is one way to store a position in bits.
type Scheme interface {
	// Name returns the name by which ByName finds the scheme.
	Name() string
	// BitLen returns the number of bits Write would write.
	BitLen(p *board.Position) (int, error)
	// Write writes p.
	Write(w *bitio.Writer, p *board.Position) error
	// Read reads a position that Write wrote.
	Read(r *bitio.Reader) (board.Position, error)
}
