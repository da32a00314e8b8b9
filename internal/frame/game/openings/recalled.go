package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// A Writer stores its choices for the check of its output: the candidate of each
// move, or the other move. Their probabilities depend on everything coded before, so
// the fingerprint of a choice includes that.

// moveNumbers is the number of values of a move.
const moveNumbers = 1 << 16

// recalled reads the stored choices of a Writer.
type recalled struct {
	any     bool
	choices recall.Cursor
	print   recall.Print
}

var errOther = corrupt.New("the openings are read otherwise than they were written")

// move reads the next move; if predict is set, c predicts it.
func (r *recalled) move(c *coder, at *place, predict bool) (m board.Move, err error) {
	if !r.any {
		return c.move(at, 0)
	}
	if r.print = printOf(r.print, at); !r.choices.Has(r.print) {
		return 0, errOther
	}
	if predict {
		m, err = c.move(at, 0)
		for r.choices.Has(r.print) {
			r.choices.Next(r.print)
		}
	} else {
		m, err = r.recall(c)
	}
	r.print = r.print.Add(uint64(m), 0)
	return m, err
}

// recall reads the move of a stored choice.
func (r *recalled) recall(c *coder) (board.Move, error) {
	c.coded++
	m := r.choices.Read(c.dec, r.print, moveNumbers)
	if m == int(noCandidate) {
		if !r.choices.Has(r.print) {
			return board.NullMove, nil // all moves are candidates
		}
		m = r.choices.Read(c.dec, r.print, moveNumbers)
	}
	if m < 0 {
		return 0, errOther
	}
	return board.Move(m), nil
}
