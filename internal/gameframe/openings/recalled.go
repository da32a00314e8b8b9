package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/recall"
)

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
	c.coded++
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
