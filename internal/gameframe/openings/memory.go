package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/recall"
)

// memory is what a Writer remembers of its choices, for the check of what it wrote.
// How likely candidates are depends on all that was coded before, so that the
// fingerprint of a choice has that, too.
type memory struct {
	choices []choice
	flags   []flag
}

// choice is a move that was coded.
type choice struct {
	print recall.Print // of all that it depends on
	flags int32        // where its flags begin
	// The part of the range coder that a move has which is no candidate; none if width
	// is 0.
	from, width uint32
	other       board.Move
}

// flag is a candidate that was asked for, and how likely it was.
type flag struct {
	move   board.Move
	chance uint16
}

func (m *memory) reset() { m.choices, m.flags = m.choices[:0], m.flags[:0] }

// printOf returns the fingerprint of what a move depends on; before is that of the one
// before it in the frame, whatever the game.
func printOf(before recall.Print, at *place) recall.Print {
	names := before.Add(at.names[0], at.names[1]).Add(uint64(at.ply), 0)
	return at.past.Print(names).Position(&at.position, nil)
}
