package level

import (
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// Memory returns what w remembers, for tests that alter it.
func (w *Writer) Memory() *recall.Memory { return &w.choices.Memory }

// Turn makes r read the rest of a game as one of which something else is known.
func (r *Reader) Turn(known *moves.Known) { r.game.begin(known, true) }
