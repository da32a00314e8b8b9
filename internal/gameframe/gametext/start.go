package gametext

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// AppendStart appends the tags that say from where a game starts as text to dst,
// none if there are none.
func AppendStart(dst []byte, tags []tagvalue.Tag) []byte {
	for _, t := range tags {
		if string(t.Name) == "FEN" || string(t.Name) == "Variant" {
			dst = append(append(dst, '['), t.Name...)
			dst = append(append(append(dst, " \""...), t.Value...), "\"]\n"...)
		}
	}
	return dst
}

// Starts finds out whether games can be played from a known position. Its memory is
// used again by the next game; the zero Starts is ready to use.
type Starts struct {
	line pgn.Line
	text []byte
}

// Known reports whether pgn.Line knows the position from which a game with
// these tags starts, and its rules. Blank says that the game is nothing but
// white space.
func (s *Starts) Known(tags []tagvalue.Tag, blank bool) (known bool) {
	s.text = AppendStart(s.text[:0], tags)
	if len(s.text) == 0 {
		return !blank
	}
	s.line.Each(append(s.text, '*'), func(*board.Position, board.Move) bool {
		known = true
		return false
	})
	return known
}

// Each goes through the main line of a text as pgn.Line.Each does.
func (s *Starts) Each(text []byte, yield func(p *board.Position, m board.Move) bool) {
	s.line.Each(text, yield)
}

// IsBlank reports whether a game with so many tags and these steps is nothing
// but white space.
func IsBlank(tags int, steps []layout.Step) bool {
	return tags == 0 && steps[0].Op == layout.OpEnd
}
