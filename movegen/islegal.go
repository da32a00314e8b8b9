package movegen

import (
	"slices"

	"github.com/chesszip/chesszip/board"
)

// IsLegal reports whether m is a legal move of p. The null move never is.
func IsLegal(p *board.Position, m board.Move) bool {
	var buf [320]board.Move
	return slices.Contains(AppendLegal(buf[:0], p), m)
}
