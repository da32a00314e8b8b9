package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corrupt"
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

// recalled reads choices as a Writer remembers them.
type recalled struct {
	memory *memory
	next   int
	print  recall.Print
}

var errOther = corrupt.New("the openings are read otherwise than they were written")

// move reads the next move, which c predicts if predict says so.
func (r *recalled) move(c *coder, at *place, predict bool) (m board.Move, err error) {
	if r.memory == nil {
		return c.move(at, 0)
	}
	if r.print = printOf(r.print, at); r.next >= len(r.memory.choices) || r.memory.choices[r.next].print != r.print {
		return 0, errOther
	}
	x := &r.memory.choices[r.next]
	end := len(r.memory.flags)
	if r.next++; r.next < len(r.memory.choices) {
		end = int(r.memory.choices[r.next].flags)
	}
	if predict {
		m, err = c.move(at, 0)
	} else {
		m, err = r.recall(c, x, r.memory.flags[x.flags:end])
	}
	r.print = r.print.Add(uint64(m), 0)
	return m, err
}

// recall reads the move of a choice that is remembered.
func (r *recalled) recall(c *coder, x *choice, flags []flag) (board.Move, error) {
	for _, f := range flags {
		if c.c.Dec.Bit(uint32(f.chance)) != 0 {
			return f.move, nil
		}
	}
	if x.width > 0 {
		if place := c.c.Dec.Peek(); place < x.from || place >= x.from+x.width {
			return 0, errOther
		}
		c.c.Dec.Take(x.from, x.width)
	}
	return x.other, nil
}
