package learned

import (
	"math"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/squares"
)

// Surprise returns what p costs before its code word is rounded to whole bits:
// bits for what a FEN says but for its counters, and bits for those. A
// position that is written out counts as it is written.
func (s *Scheme) Surprise(p *board.Position) (bits, counters float64, err error) {
	if err := check(p); err != nil {
		return 0, 0, err
	}
	w := s.get()
	defer s.pool.Put(w)
	if !w.encode(p) {
		t := trailer.Parts(p)
		counters = float64(t.Clock + t.Number)
		return float64(writtenOut(p)) - counters, counters, nil
	}
	c := weigher{q: w.q}
	w.q.Walk(&c, p)
	return c.bits - math.Log2(float64(form[0])/squares.One), c.counters, nil
}

// weigher adds up surprises.
type weigher struct {
	q              *squares.Predictor
	bits, counters float64
}

func (c *weigher) Code(freq []uint32, actual int) int {
	bits := -math.Log2(float64(freq[actual]) / squares.One)
	if c.q.Stage() >= squares.Clock {
		c.counters += bits
	} else {
		c.bits += bits
	}
	return actual
}
