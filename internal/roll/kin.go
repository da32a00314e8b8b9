package roll

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
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
// the first and second of two, 5 that of a record. False if there is none.
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
		c.steps.Begin(contextmix.Hash(1, ch), contextmix.Hash(2, ch<<3|way), contextmix.Hash(3, uint32(min(place, 63))<<9|uint32(min(left, 63))<<3|way),
			contextmix.Hash(4, ch<<1|uint32(k.pos.Turn)), contextmix.Hash(5, ch<<8|u<<4|way), contextmix.Hash(6, what<<1|uint32(k.pos.Turn)),
			contextmix.Hash(7+c.lastStep, what))
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
func (c *coder) inOrder(model *contextmix.Model, k *known, index int, used []board.Move, begin func(m board.Move, place, left int, ch uint32)) (int, bool) {
	n := len(c.legal)
	if n == 0 {
		return 0, false
	}
	left := n
	for _, m := range c.legal {
		if slices.Contains(used, m) {
			left--
		}
	}
	var freq []uint32
	var class uint32
	total := uint32(moves.One)
	switch {
	case n == 1:
	case c.moves != nil:
		freq = c.moves.Predict(&k.pos, &k.past, &moves.Known{}, c.legal)
	default:
		class = uint32(c.ranker.Prepare(k.ranked, &k.pos, c.legal))
	}
	if c.order = c.order[:0]; freq != nil {
		for i, m := range c.legal {
			if slices.Contains(used, m) {
				total -= freq[i]
			} else {
				c.order = append(c.order, i)
			}
		}
	}
	rank := 0
	for place := 0; left > 0; place++ {
		at := 0
		ch := class<<6 | uint32(min(place, 63))
		switch {
		case freq != nil:
			best := 0
			for i, o := range c.order {
				if freq[o] > freq[c.order[best]] {
					best = i
				}
			}
			at = c.order[best]
			c.order = slices.Delete(c.order, best, best+1)
			ch = chance(uint32(uint64(freq[at])<<16/uint64(total))) >> 1
			total -= freq[at]
		case n > 1:
			for at = c.ranker.Index(rank); slices.Contains(used, c.legal[at]); at = c.ranker.Index(rank) {
				rank++
			}
			rank++
		}
		if left == 1 {
			return at, true
		}
		begin(c.legal[at], place, left, ch)
		if model.Flag(at == index) {
			return at, true
		}
		left--
	}
	return 0, false
}
