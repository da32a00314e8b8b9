package positions

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// State is a position with the model's data of the moves before it.
type State struct {
	Pos    board.Position
	past   moves.Past // with the learned model
	ranked fast.Past  // without it
}

// Moves codes choices among the legal moves of positions, by a flag for each in turn,
// the likeliest first.
type Moves struct {
	learned *moves.Predictor // nil without it
	ranker  fast.Ranker
	legal   []board.Move

	left  []int    // indices of the moves left, with the learned model or after used ones
	freq  []uint32 // of the legal moves
	total uint32   // of the moves left
	class uint32   // of the order, without the learned model
	rank  int      // of the next move in it
}

// Candidate is a move that may be the one chosen.
type Candidate struct {
	Move board.Move
	// Place is the number of moves before this one, Left the number of those left,
	// including this one; both at most 63.
	Place, Left uint32
	// Likelihood is a class of the move's chance among those left, of 16 bits.
	Likelihood uint32
}

// Choose codes a legal move of s by m, for a writer want. It skips the used ones. Use
// sets the contexts of the flag for a candidate. It returns false if no move is left.
func (c *Moves) Choose(m *contextmix.Model, s *State, want board.Move, used []board.Move, use func(x Candidate)) (board.Move, bool) {
	left := c.begin(s, used)
	for place := 0; left > 0; place++ {
		move, likelihood := c.next(place, used)
		if left == 1 {
			return move, true
		}
		use(Candidate{Move: move, Place: uint32(min(place, 63)), Left: uint32(min(left, 63)), Likelihood: likelihood})
		if m.Flag(move == want) {
			return move, true
		}
		left--
	}
	return board.NullMove, false
}

// begin prepares the moves of a position and returns the number of unused ones.
func (c *Moves) begin(s *State, used []board.Move) (left int) {
	c.legal = movegen.AppendLegal(c.legal[:0], &s.Pos)
	c.freq, c.total, c.class, c.rank = nil, moves.One, 0, 0
	if n := len(c.legal); n > 1 && c.learned != nil {
		c.freq = c.learned.Predict(&s.Pos, &s.past, &moves.Known{}, c.legal)
	} else if n > 1 {
		c.class = uint32(c.ranker.Prepare(s.ranked, &s.Pos, c.legal))
	}
	if len(used) == 0 && c.freq == nil {
		return len(c.legal)
	}
	c.left = c.left[:0]
	for i, m := range c.legal {
		switch {
		case !slices.Contains(used, m):
			c.left = append(c.left, i)
		case c.freq != nil:
			c.total -= c.freq[i]
		}
	}
	return len(c.left)
}

// next returns the likeliest move left, and its likelihood.
func (c *Moves) next(place int, used []board.Move) (board.Move, uint32) {
	switch {
	case len(c.legal) == 1:
		return c.legal[0], 0
	case c.freq == nil:
		at := c.ranker.Index(c.rank)
		for slices.Contains(used, c.legal[at]) {
			c.rank++
			at = c.ranker.Index(c.rank)
		}
		c.rank++
		return c.legal[at], c.class<<6 | uint32(min(place, 63))
	}
	best := 0
	for i, at := range c.left {
		if c.freq[at] > c.freq[c.left[best]] {
			best = i
		}
	}
	at := c.left[best]
	c.left = slices.Delete(c.left, best, best+1)
	likelihood := chance(uint32(uint64(c.freq[at])<<16/uint64(c.total))) >> 1
	c.total -= c.freq[at]
	return c.legal[at], likelihood
}

// chance returns the class of a probability in 1/65536, 0 to 87.
func chance(p uint32) uint32 {
	return uint32(contextmix.Stretch(int32(min(p, contextmix.One-1)))+contextmix.Edge+1) >> 6
}

// Make makes a move.
func (c *Moves) Make(s *State, m board.Move) {
	if c.learned != nil {
		s.past = s.past.Next(&s.Pos, m)
	} else {
		s.ranked = s.ranked.Next(&s.Pos, m)
	}
	movegen.Make(&s.Pos, m)
}

// Legal returns the legal moves of p, until the next call of a method.
func (c *Moves) Legal(p *board.Position) []board.Move {
	c.legal = movegen.AppendLegal(c.legal[:0], p)
	return c.legal
}

// SeenFrom returns a move as its piece and squares, seen from the moving side, in 15
// bits.
func SeenFrom(p *board.Position, m board.Move) uint32 {
	flip := board.Square(p.Turn) * 56
	return uint32(p.KindAt(m.From()))<<12 | uint32(m.From()^flip)<<6 | uint32(m.To()^flip)
}
