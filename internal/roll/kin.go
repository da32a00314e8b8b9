package roll

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/mixing"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// kin says which positions of a list a move leads to from one another: 1 + the
// indices of positions, 0 for none. It makes lists of the positions of games, and of
// opening trees, cheap: the next position often follows the last one or what
// that came from, and no move leads to the same child twice.
type kin struct {
	parent   int32      // which this followed
	youngest int32      // the last that followed this by one move
	elder    int32      // the one before that followed the same parent
	move     board.Move // to this from the parent
}

// maxUp is how many forebears, the last position included, can be gone by.
const maxUp = 64

// used returns the moves by which others have followed a position.
func (c *coder) used(at int) []board.Move {
	c.taken = c.taken[:0]
	for i := c.all[at].youngest; i > 0; i = c.all[i-1].elder {
		c.taken = append(c.taken, c.all[i-1].move)
	}
	return c.taken
}

// Size of the model of steps.
const (
	stepsSize   = 18
	stepsSights = 250
)

// step codes and makes a move from an earlier position, that with the given
// index for a writer, none of the used ones. Way is 0 for one move, 1 and 2 for
// the first and second of two. False if there is none.
func (c *coder) step(k *known, index int, used []board.Move, way uint32) (board.Move, bool) {
	c.legal = movegen.AppendLegal(c.legal[:0], &k.pos)
	flip := board.Square(k.pos.Turn) * 56
	if way == 0 && c.up < maxUp {
		way = 3
		if c.up > 0 {
			way = 4
		}
	}
	u := uint32(min(len(used), 15))
	begin := func(m board.Move, place, left int, ch uint32) {
		what := uint32(k.pos.KindAt(m.From()))<<12 | uint32(m.From()^flip)<<6 | uint32(m.To()^flip)
		c.steps.Begin(mixing.Hash(1, ch), mixing.Hash(2, ch<<3|way), mixing.Hash(3, uint32(min(place, 63))<<9|uint32(min(left, 63))<<3|way),
			mixing.Hash(4, ch<<1|uint32(k.pos.Turn)), mixing.Hash(5, ch<<8|u<<4|way), mixing.Hash(6, what<<1|uint32(k.pos.Turn)),
			mixing.Hash(7+c.lastStep, what))
	}
	index, ok := c.inOrder(c.steps, k, index, used, begin)
	if !ok {
		return 0, false
	}
	m := c.legal[index]
	c.lastStep = uint32(k.pos.KindAt(m.From()))<<12 | uint32(m.From()^flip)<<6 | uint32(m.To()^flip)
	k.next(c.moves != nil, m)
	return m, true
}

// inOrder makes a choice of a legal move by a row of bits, from the likeliest
// on, without the used ones; begin sets the contexts of each, place being the
// number of those before it, left that of moves left, this included, and ch the
// class of its chance. False if no move is left.
func (c *coder) inOrder(model *mixing.Model, k *known, index int, used []board.Move, begin func(m board.Move, place, left int, ch uint32)) (int, bool) {
	n := len(c.legal)
	if n == 0 {
		return 0, false
	}
	if cap(c.order) < n {
		c.order = make([]int, 0, n+64)
	}
	c.order = c.order[:0]
	var freq []uint32
	total := uint32(moves.One)
	switch {
	case n == 1:
		c.order = append(c.order, 0)
	case c.moves != nil:
		freq = c.moves.Predict(&k.pos, &k.past, &moves.Known{}, c.legal)
		for i := range n {
			c.order = append(c.order, i)
		}
	default:
		c.ranker.Prepare(k.ranked, &k.pos, c.legal)
		for r := range n {
			c.order = append(c.order, c.ranker.Index(r))
		}
	}
	if len(used) > 0 {
		c.order = slices.DeleteFunc(c.order, func(i int) bool {
			if !slices.Contains(used, c.legal[i]) {
				return false
			}
			if freq != nil {
				total -= freq[i]
			}
			return true
		})
	}
	for place := 0; ; place++ {
		left := c.order[place:]
		if len(left) == 0 {
			return 0, false
		}
		ch := uint32(min(place, 63))
		if freq != nil {
			best := 0
			for i, at := range left {
				if freq[at] > freq[left[best]] {
					best = i
				}
			}
			// The first of equals stays before the others.
			at := left[best]
			copy(left[1:best+1], left[:best])
			left[0] = at
		}
		if len(left) == 1 {
			return left[0], true
		}
		if freq != nil {
			ch = chance(uint32(uint64(freq[left[0]])<<16/uint64(total))) >> 1
			total -= freq[left[0]]
		}
		begin(c.legal[left[0]], place, len(left), ch)
		if model.Flag(left[0] == index) {
			return left[0], true
		}
	}
}
