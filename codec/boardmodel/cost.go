package boardmodel

import (
	"math"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/boards"
)

// Cost is the size of each part of a position in bits, in the order of the format,
// before its code word is rounded up.
type Cost struct {
	// Form is for the choice whether the position is written out; if so, Board
	// replaces the four fields after it.
	Form           float64 `json:"form"`
	Board          float64 `json:"board"`
	Material       float64 `json:"material"`
	Pawns          float64 `json:"pawns"`
	Kings          float64 `json:"kings"`
	Pieces         float64 `json:"pieces"`
	Turn           float64 `json:"turn"`
	Castling       float64 `json:"castling"`
	EnPassant      float64 `json:"en_passant"`
	HalfmoveClock  float64 `json:"halfmove_clock"`
	FullmoveNumber float64 `json:"fullmove_number"`
}

// Position returns the bits of all parts except the two counters.
func (c *Cost) Position() float64 {
	return c.Form + c.Board + c.Material + c.Pawns + c.Kings + c.Pieces + c.Turn + c.Castling + c.EnPassant
}

// Counters returns the bits of the two counters.
func (c *Cost) Counters() float64 { return c.HalfmoveClock + c.FullmoveNumber }

// Cost returns the cost of p in bits. It fails as BitLen does.
func (s *Scheme) Cost(p *board.Position) (Cost, error) {
	if err := check(p); err != nil {
		return Cost{}, err
	}
	w := s.get()
	defer s.pool.Put(w)
	if !w.encode(p) {
		t := rights.Parts(p)
		return Cost{
			Form: escapeBits, Board: boardBits,
			Turn: float64(t.Turn), Castling: float64(t.Form + t.Castling), EnPassant: float64(t.EnPassant),
			HalfmoveClock: float64(t.Clock), FullmoveNumber: float64(t.Number),
		}, nil
	}
	c := weigher{q: w.q}
	w.q.Walk(&c, p)
	return Cost{
		Form:     bitsOf(form[0]),
		Material: c.bits[boards.Material], Pawns: c.bits[boards.Structure], Kings: c.bits[boards.Kings], Pieces: c.bits[boards.OtherPieces],
		Turn: c.bits[boards.Turn], Castling: c.bits[boards.Castling], EnPassant: c.bits[boards.EnPassant],
		HalfmoveClock: c.bits[boards.Clock], FullmoveNumber: c.bits[boards.Number],
	}, nil
}

// bitsOf returns the cost of a choice of this frequency in bits.
func bitsOf(freq uint32) float64 { return -math.Log2(float64(freq) / boards.One) }

// weigher adds up the costs of choices.
type weigher struct {
	q    *boards.Predictor
	bits [boards.Stages]float64
}

func (c *weigher) Code(freq []uint32, actual int) int {
	c.bits[c.q.Stage()] += bitsOf(freq[actual])
	return actual
}
