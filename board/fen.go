package board

import "errors"

var errNotBuilt = errors.New("board: not built yet")

// ParseFEN reads a position in Forsyth-Edwards notation; X-FEN and
// Shredder-FEN rights are understood.
func ParseFEN(s string) (Position, error) { return Position{}, errNotBuilt }

// AppendFEN appends p in Forsyth-Edwards notation, with X-FEN rights.
func (p *Position) AppendFEN(dst []byte) []byte { return dst }
