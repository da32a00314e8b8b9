package codec

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/trailer"
)

const (
	// wholeTrailer holds all fields of a position besides its board.
	wholeTrailer trailer.Trailer = 0
	// markedTrailer follows a board whose marks hold the rest.
	markedTrailer = trailer.WithoutCastling | trailer.WithoutEnPassant
)

// trailerAfter returns the trailer of the nibble scheme.
func trailerAfter(marks bool) trailer.Trailer {
	if marks {
		return markedTrailer
	}
	return wholeTrailer
}

// trailerParts describes the trailer, and returns the bits of the classic ways to
// write castling.
func trailerParts(p *board.Position, t trailer.Trailer) (note string, others []Part) {
	s := t.Parts(p)
	note = fmt.Sprintf("turn %d, half-move clock %d, move number %d", s.Turn, s.Clock, s.Number)
	if t == markedTrailer {
		return note, nil
	}
	if s.Form != 0 {
		note += fmt.Sprintf(", Chess960? %d", s.Form)
	}
	note += fmt.Sprintf(", castling %d, en passant %d", s.Castling, s.EnPassant)
	if s.Escape {
		note = "not possible on this board, so written out: " + note
	}
	return note, []Part{
		{"castling where possible", s.Form + s.Castling, "the way in use"},
		{"castling by has-moved flags", trailer.HasMovedBits, "one for each king and each rook"},
		{"castling and en passant by kinds of their own", trailer.OwnKindsBits, "unmoved king and rook, jumped pawn, of each colour: base 19 instead of 13"},
		{"the same, the rank telling the colour", trailer.SharedKindsBits, "base 16 instead of 13; free for nibbles"},
	}
}
