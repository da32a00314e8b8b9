package gametext

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// AppendStart appends the tags that determine a game's start position to dst as text.
func AppendStart(dst []byte, tags []tagvalue.Tag) []byte {
	for _, t := range tags {
		if string(t.Name) == "FEN" || string(t.Name) == "Variant" {
			dst = append(append(dst, '['), t.Name...)
			dst = append(append(append(dst, " \""...), t.Value...), "\"]\n"...)
		}
	}
	return dst
}

// Starts determines whether games can be played from a known position. It reuses its
// memory for the next game; the zero Starts is ready to use.
type Starts struct {
	line  pgn.Line
	text  []byte
	start board.Position
	apart bool
}

// Known reports whether pgn.Line knows the position from which a game with these tags
// starts, and its rules. Blank means that the game is only white space.
func (s *Starts) Known(tags []tagvalue.Tag, blank bool) (known bool) {
	s.text, s.start, s.apart = AppendStart(s.text[:0], tags), board.Start(), false
	if len(s.text) == 0 {
		return !blank
	}
	s.line.Each(append(s.text, '*'), func(p *board.Position, _ board.Move) bool {
		known, s.start = true, *p
		return false
	})
	s.apart = known && s.start != layout.StartOf(tags)
	return known
}

// Start returns the start position of the last game that was Known.
func (s *Starts) Start() board.Position { return s.start }

// Apart reports whether the last game that was Known starts from another position
// than its coded moves, see layout.StartOf: with fewer rights to castle, or from a
// FEN that only a variant has. Its positions are then those of its text.
func (s *Starts) Apart() bool { return s.apart }

// Plays reports whether a coded move, from a position reached from start, can be a
// move of the last game that was Known.
func (s *Starts) Plays(start, before *board.Position, m board.Move) bool {
	if !s.apart {
		return true
	}
	if !movegen.IsCastling(before, m) {
		return s.start.Board == start.Board
	}
	side := board.KingSide
	if m.To() < m.From() {
		side = board.QueenSide
	}
	_, may := s.start.Castling.RookFile(before.Turn, side)
	return may
}

// ResultOf returns the result of a game with these tags, whose text is cut into
// steps.
func (s *Starts) ResultOf(tags []tagvalue.Tag, steps []layout.Step, text []byte) tagvalue.Result {
	said := tagvalue.First(tags, "Result")
	if r := tagvalue.ParseAnyResult(said); r < tagvalue.Unfinished {
		return r
	}
	ending, ok := layout.Result(steps)
	if !ok {
		ending = tagvalue.ParseAnyResult(s.line.Result(text))
	}
	return tagvalue.ResultOf(said, ending)
}

// Each goes through the main line of a text as pgn.Line.Each does.
func (s *Starts) Each(text []byte, yield func(p *board.Position, m board.Move) bool) {
	s.line.Each(text, yield)
}

// CountPlies returns the number of half-moves of the game of a text, from the standard
// start if its own is not known.
func (s *Starts) CountPlies(text []byte, b *budget.Budget) int {
	line := pgn.Line{Anyway: true}
	return CountPlies(&line, text, b)
}

// IsBlank reports whether a game with so many tags and these steps is only white
// space.
func IsBlank(tags int, steps []layout.Step) bool {
	return tags == 0 && steps[0].Op == layout.OpEnd
}
