package learned

import (
	"math"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/squares"
)

// Surprise is what a position costs, in bits, before its code word is rounded
// up: by what is said, in the order of the format.
type Surprise struct {
	// Form says whether the position is written out; if so, Board is said in
	// place of the four after it.
	Form, Board                   float64
	Men, Pawns, Kings, Pieces     float64
	Turn, Castling, EnPassant     float64
	HalfmoveClock, FullmoveNumber float64
}

// Position returns the bits of all but the two counters.
func (c *Surprise) Position() float64 {
	return c.Form + c.Board + c.Men + c.Pawns + c.Kings + c.Pieces + c.Turn + c.Castling + c.EnPassant
}

// Counters returns the bits of the two counters.
func (c *Surprise) Counters() float64 { return c.HalfmoveClock + c.FullmoveNumber }

// Surprise returns what p costs. It fails as BitLen does.
func (s *Scheme) Surprise(p *board.Position) (Surprise, error) {
	if err := check(p); err != nil {
		return Surprise{}, err
	}
	w := s.get()
	defer s.pool.Put(w)
	if !w.encode(p) {
		t := trailer.Parts(p)
		return Surprise{
			Form: escapeBits, Board: boardBits,
			Turn: float64(t.Turn), Castling: float64(t.Form + t.Castling), EnPassant: float64(t.EnPassant),
			HalfmoveClock: float64(t.Clock), FullmoveNumber: float64(t.Number),
		}, nil
	}
	c := weigher{q: w.q}
	w.q.Walk(&c, p)
	return Surprise{
		Form: surprise(form[0]),
		Men:  c.bits[squares.Men], Pawns: c.bits[squares.Skeleton], Kings: c.bits[squares.Kings], Pieces: c.bits[squares.Others],
		Turn: c.bits[squares.Turn], Castling: c.bits[squares.Castling], EnPassant: c.bits[squares.EnPassant],
		HalfmoveClock: c.bits[squares.Clock], FullmoveNumber: c.bits[squares.Number],
	}, nil
}

// surprise is what a choice of this frequency costs.
func surprise(freq uint32) float64 { return -math.Log2(float64(freq) / squares.One) }

// weigher adds up surprises.
type weigher struct {
	q    *squares.Predictor
	bits [squares.Stages]float64
}

func (c *weigher) Code(freq []uint32, actual int) int {
	c.bits[c.q.Stage()] += surprise(freq[actual])
	return actual
}
