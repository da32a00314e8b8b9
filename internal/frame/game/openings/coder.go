package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movegen"
)

// MaxMoves is the most moves of all games that the column codes, including coded ends
// of games.
const MaxMoves = 80 << 10

// beneathBook is the weight of the estimate below a book's counts, in 1/16 games.
const beneathBook = 40

// coder codes the moves of the openings: it has an encoder or a decoder.
type coder struct {
	enc     *rangecoder.Encoder
	dec     *rangecoder.Decoder
	masters int // number of the book that is better for the frame

	played     counts
	shares     [layers]shares
	known      *known
	row        *knownRow // of the position
	coded      int       // moves
	ranker     fast.Ranker
	legal      []board.Move
	candidates []candidate

	memory *recall.Memory // of a Writer, or nil
	print  recall.Print
}

func (c *coder) begin(enc *rangecoder.Encoder, dec *rangecoder.Decoder, masters int) {
	c.enc, c.dec, c.masters = enc, dec, masters
	c.played.reset()
	for layer := range c.shares {
		c.shares[layer].reset(layer)
	}
	c.coded = 0
}

// Size returns the most bytes of memory for the state of the coder.
func (c *coder) Size() int { return c.played.size() + 2*moveBytes*c.coded }

// holds reports whether the column may hold a move from a position: a book has the
// position, and the column is not full.
func (c *coder) holds(key uint64) bool {
	if c.coded == MaxMoves || !book.Knows(key) {
		return false
	}
	if c.known == nil {
		c.known = new(known)
	}
	row := c.known.of(key, c.masters)
	if !row.filled {
		c.candidates = c.candidates[:0]
		c.fromBook(book.Find(1-c.masters, key))
		c.fromBook(book.Find(c.masters, key))
		row.candidates = append(row.candidates[:0], c.candidates...)
		row.filled = true
	}
	c.row = row
	return len(row.candidates) > 0
}

// move codes the next move of a game, or NullMove for a move that the column does not
// hold. The caller has checked holds.
func (c *coder) move(at *place, m board.Move) (board.Move, error) {
	if c.coded++; c.memory != nil {
		c.print = printOf(c.print, at)
	}
	keys, nodes := at.keys(), [layers]int32{}
	c.candidates = append(c.candidates[:0], c.row.candidates...)
	for layer, key := range keys {
		nodes[layer] = c.played.find(key)
		c.fromCounts(nodes[layer], layer)
	}
	i := c.choose(m)
	c.learn(i, &nodes)
	switch {
	case i == none:
		m = c.other(at, m)
	case c.dec != nil:
		if m = c.candidates[i].move; !movegen.IsLegal(&at.position, m) {
			return 0, corrupt.New("a move of an opening is illegal")
		}
	}
	if m != board.NullMove {
		for layer, key := range keys {
			c.played.add(nodes[layer], key, m)
		}
	}
	return m, nil
}

// none is the number of no candidate.
const none = -1

// choose codes the index of a move among the candidates, or none.
func (c *coder) choose(m board.Move) int {
	place := uint32(0)
	if c.dec != nil {
		place = c.dec.Peek()
	}
	share := one - 1 - uint32(len(c.candidates))
	from := uint32(0)
	for i := range c.candidates {
		x := &c.candidates[i]
		width := 1 + x.weight*share/one
		if c.enc != nil && x.move == m || c.dec != nil && place < from+width {
			c.take(from, width, x.move)
			return i
		}
		from += width
	}
	c.take(from, one-from, noCandidate)
	return none
}

// learn updates the shares of the lower layers by their part in the probability of
// the move played, the i-th candidate or none.
func (c *coder) learn(i int, nodes *[layers]int32) {
	weight, m := uint32(0), noCandidate
	if i != none {
		m = c.candidates[i].move
		if i < len(c.row.candidates) {
			weight = c.row.candidates[i].weight
		}
	}
	for layer, number := range nodes {
		if number == noNode {
			continue
		}
		n := &c.played.nodes[number]
		s := c.shares[layer].of(n)
		beneath := weight * s.size / one
		weight = beneath + s.rest(c.played.count(n, m), n)
		s.learn(beneath, weight)
	}
}

// fromBook mixes the moves of a book into the candidates.
func (c *coder) fromBook(r book.Row) {
	if r.Len() == 0 {
		return
	}
	sum := uint64(beneathBook)
	for i := range r.Len() {
		_, n := r.At(i)
		sum += uint64(n)
	}
	c.beneath(uint32(beneathBook * one / sum))
	for i := range r.Len() {
		m, n := r.At(i)
		at := c.candidate(m)
		c.candidates[at].weight += uint32(uint64(n) * one / sum)
	}
}

// beneath scales the candidates' weights to a share of all.
func (c *coder) beneath(share uint32) {
	for i := range c.candidates {
		x := &c.candidates[i]
		x.weight = x.weight * share / one
	}
}

// candidate returns the index of a move among the candidates, adding it if needed.
func (c *coder) candidate(m board.Move) int {
	for i := range c.candidates {
		if c.candidates[i].move == m {
			return i
		}
	}
	c.candidates = append(c.candidates, candidate{move: m})
	return len(c.candidates) - 1
}

// fromCounts mixes the counts of a node into the candidates.
func (c *coder) fromCounts(number int32, layer int) {
	if number == noNode {
		return
	}
	n := &c.played.nodes[number]
	s := c.shares[layer].of(n)
	c.beneath(s.size)
	for e := &n.first; ; e = &c.played.edges[e.next-1] {
		if at := int(e.place); at >= len(c.candidates) || c.candidates[at].move != e.move {
			e.place = uint16(c.candidate(e.move))
		}
		c.candidates[e.place].weight += s.rest(uint32(e.count), n)
		if e.next == 0 {
			break
		}
	}
}

// other codes a move that is not a candidate.
func (c *coder) other(at *place, m board.Move) board.Move {
	c.rank(at)
	sum, others := uint64(0), uint64(0)
	for i, l := range c.legal {
		if !among(c.candidates, l) {
			sum += uint64(c.chance(i))
			others++
		}
	}
	if others == 0 {
		return board.NullMove
	}
	place := uint32(0)
	if c.dec != nil {
		place = c.dec.Peek()
	}
	from := uint32(0)
	for i, l := range c.legal {
		if among(c.candidates, l) {
			continue
		}
		width := uint32(1 + uint64(c.chance(i))*(one-1-others)/sum)
		if c.enc != nil && l == m || c.dec != nil && place < from+width {
			c.take(from, width, l)
			return l
		}
		from += width
	}
	c.take(from, one-from, board.NullMove) // a move that the column does not hold
	return board.NullMove
}

// rank lists the legal moves and scores them by package fast.
func (c *coder) rank(at *place) {
	if c.legal = movegen.AppendLegal(c.legal[:0], &at.position); len(c.legal) > 1 {
		c.ranker.Weigh(at.past, &at.position, c.legal)
	}
}

// chance returns the relative probability of the i-th legal move by package fast.
func (c *coder) chance(i int) uint32 {
	if len(c.legal) < 2 {
		return 1
	}
	return c.ranker.Chance(i) + 1
}

// take codes a choice, found by Peek in reading, and stores it as the choice of m.
func (c *coder) take(from, width uint32, m board.Move) {
	if c.dec != nil {
		c.dec.Take(from, width)
		return
	}
	if c.enc.Symbol(from, width); c.memory != nil {
		c.memory.Add(recall.Choice{Print: c.print, Low: uint16(from), Width: uint16(width), Index: uint16(m)})
	}
}

func among(list []candidate, m board.Move) bool {
	for i := range list {
		if list[i].move == m {
			return true
		}
	}
	return false
}
