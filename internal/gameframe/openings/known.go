package openings

import "github.com/chesszip/chesszip/internal/model/book"

// known is what the books make of positions that came lately: most games of a frame
// begin alike. It only saves time.
type known [1 << knownBits]knownRow

const knownBits = 11

// knownRow is the candidates of a position.
type knownRow struct {
	key        uint64
	masters    int
	filled     bool
	rest       uint32
	candidates []candidate // none if no book has the position
}

// of returns the row of a position, which is filled only if it is the row of this one.
func (k *known) of(key uint64, masters int) *knownRow {
	row := &k[key>>(64-knownBits)]
	if row.key != key || row.masters != masters {
		row.key, row.masters, row.filled = key, masters, false
	}
	return row
}

// fromBooks makes the moves candidates that the books have, or else all by the quick
// order.
func (c *coder) fromBooks(at *place, key uint64) {
	if c.known == nil {
		c.known = new(known)
	}
	row := c.known.of(key, c.masters)
	if !row.filled {
		c.candidates, c.rest = c.candidates[:0], one
		c.fromBook(book.Find(1-c.masters, key))
		c.fromBook(book.Find(c.masters, key))
		row.candidates = append(row.candidates[:0], c.candidates...)
		row.rest, row.filled = c.rest, true
	}
	if c.candidates, c.rest = append(c.candidates[:0], row.candidates...), row.rest; len(c.candidates) == 0 {
		c.fromOrder(at)
	}
}

// fromBook mixes what one of the books has into the candidates.
func (c *coder) fromBook(r book.Row) {
	if r.Len() == 0 {
		return
	}
	sum := uint64(beneathBook)
	for i := range r.Len() {
		_, n := r.At(i)
		sum += uint64(n)
	}
	c.beneath(beneathBook, sum)
	for i := range r.Len() {
		m, n := r.At(i)
		x := c.candidate(m)
		x.weight += uint32(uint64(n) * one / sum)
	}
}

// fromOrder makes all moves candidates, by the quick order.
func (c *coder) fromOrder(at *place) {
	c.rank(at)
	sum := uint64(0)
	for i := range c.legal {
		sum += uint64(c.chance(i))
	}
	const none = 64 // for what is no legal move
	for i, m := range c.legal {
		c.candidates = append(c.candidates, candidate{move: m, weight: uint32(uint64(c.chance(i)) * (one - none) / sum)})
	}
	c.rest = none
}
