package records

import (
	"encoding/binary"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// chainReader reads the records of one block.
type chainReader struct {
	chunk []byte
	at    int // offset of the next byte to read
	start int // of the chain

	last  Record
	first bool // last began its chain
	moves int  // left in the chain
	bit   int  // the next in chunk
}

// begins reports whether the last record began its chain.
func (c *chainReader) begins() bool { return c.first }

// more reports whether records are left.
func (c *chainReader) more() bool { return c.moves > 0 || c.at < len(c.chunk) }

// next reads a record.
func (c *chainReader) next(r *Record) error {
	if c.moves == 0 {
		c.start = c.at
		if len(c.chunk)-c.at < stemSize+2 {
			return corrupt("block ends after %d bytes of a chain, want at least %d", len(c.chunk)-c.at, stemSize+2)
		}
		var err error
		if c.last, err = decodeStem(c.chunk[c.at:]); err != nil {
			return err
		}
		c.first = true
		c.moves = int(binary.BigEndian.Uint16(c.chunk[c.at+stemSize:]))
		c.at += stemSize + 2
		c.bit = 8 * c.at
		*r = c.last
		return nil
	}
	if !movegen.IsLegal(&c.last.Position, c.last.Move) {
		return corrupt("a chain goes on after the move %v, which is not legal in %v", c.last.Move, c.last.Position)
	}
	c.first = false
	n := &c.last
	n.Position = n.next()
	n.Ply++
	n.Result = -n.Result
	m, ok := c.move(&n.Position)
	if !ok {
		return corrupt("a chain has no such move in %v", n.Position)
	}
	n.Move = m
	delta, ok := c.number()
	if !ok {
		return corrupt("block ends inside a chain")
	}
	n.Score = -n.Score + resign(delta)
	if c.moves--; c.moves == 0 {
		c.at = (c.bit + 7) / 8
	}
	*r = *n
	return nil
}

// take reads n bits, at most 8, the highest first.
func (c *chainReader) take(n int) (v int, ok bool) {
	if n == 0 {
		return 0, true
	}
	if c.bit+n > 8*len(c.chunk) {
		return 0, false
	}
	i := c.bit >> 3
	w := uint(c.chunk[i]) << 8
	if i+1 < len(c.chunk) {
		w |= uint(c.chunk[i+1])
	}
	v = int(w >> (16 - c.bit&7 - n) & (1<<n - 1))
	c.bit += n
	return v, true
}

// move reads a move of p.
func (c *chainReader) move(p *board.Position) (m board.Move, ok bool) {
	pieces := p.Color(p.Turn)
	i, ok := c.takeBelow(pieces.Count())
	if !ok {
		return 0, false
	}
	from := nth(pieces, i)
	to, rooks := targets(p, from)
	if promotes(p, from) {
		if i, ok = c.takeBelow(4 * to.Count()); !ok {
			return 0, false
		}
		return board.NewMove(from, nth(to, i/4), packedKinds[1+i%4]), true
	}
	n := to.Count()
	if i, ok = c.takeBelow(n + len(rooks)); !ok {
		return 0, false
	}
	if i >= n {
		return board.NewMove(from, rooks[i-n], board.NoKind), true
	}
	return board.NewMove(from, nth(to, i), board.NoKind), true
}

// takeBelow reads a number below n; ok is false if it is not.
func (c *chainReader) takeBelow(n int) (v int, ok bool) {
	v, ok = c.take(width(n))
	return v, ok && v < n
}

// number reads an integer of 16 bits.
func (c *chainReader) number() (v uint16, ok bool) {
	for shift := 0; shift < 16; shift += scoreBits {
		b, ok := c.take(1 + scoreBits)
		if !ok {
			return 0, false
		}
		v |= uint16(b&(1<<scoreBits-1)) << shift
		if b>>scoreBits == 0 {
			return v, true
		}
	}
	return 0, false
}

// nth returns the i-th square of s, which has it.
func nth(s bitboard.Set, i int) board.Square {
	for range i {
		s = s.WithoutFirst()
	}
	return s.First()
}

// chainWriter writes records into blocks.
type chainWriter struct {
	chunk []byte
	last  Record
	open  bool   // the last chain can continue
	moves int    // after its first record
	count int    // offset in chunk of their number
	left  int    // free bits in chunk's last byte
	full  []byte // a full block to be written, or nil
}

// add adds a record, and puts a full block into c.full.
func (c *chainWriter) add(r *Record, begin bool) error {
	if !begin && c.continues(r) {
		c.move(&r.Position, r.Move)
		c.number(unsign(r.Score + c.last.Score))
		c.moves++
		binary.BigEndian.PutUint16(c.chunk[c.count:], uint16(c.moves))
		c.last = *r
		return nil
	}
	if !(r.Move == board.NullMove || movegen.IsLegal(&r.Position, r.Move)) {
		return unfit("move %v is not legal in %v", r.Move, r.Position)
	}
	if len(c.chunk) >= fullChunk {
		c.full, c.chunk = c.chunk, nil
	}
	out, err := appendStem(c.chunk, r)
	if err != nil {
		return err
	}
	c.count, c.moves, c.left, c.open = len(out), 0, 0, true
	c.chunk = append(out, 0, 0)
	c.last = *r
	return nil
}

// continues reports whether r follows the last record of the chain.
func (c *chainWriter) continues(r *Record) bool {
	if !c.open || c.moves == maxChain || c.last.Move == board.NullMove ||
		r.Ply != c.last.Ply+1 || r.Ply > maxPly || r.Result != -c.last.Result || !movegen.IsLegal(&r.Position, r.Move) {
		return false
	}
	next, now := c.last.next(), r.Position
	return bareOf(&next) == bareOf(&now) && next.HalfmoveClock == now.HalfmoveClock
}

// put adds the n low bits of v, the highest first.
func (c *chainWriter) put(v, n int) {
	for n > 0 {
		if c.left == 0 {
			c.chunk = append(c.chunk, 0)
			c.left = 8
		}
		k := min(n, c.left)
		c.left -= k
		n -= k
		c.chunk[len(c.chunk)-1] |= byte(v >> n & (1<<k - 1) << c.left)
	}
}

// move adds a legal move of p.
func (c *chainWriter) move(p *board.Position, m board.Move) {
	q := *p
	q.EnPassant = movegen.LegalEnPassant(p)
	pieces := q.Color(q.Turn)
	c.put(before(pieces, m.From()), width(pieces.Count()))
	to, rooks := targets(&q, m.From())
	i, n := before(to, m.To()), to.Count()
	switch {
	case promotes(&q, m.From()):
		i, n = 4*i+int(packedKind[m.Promotion()])-1, 4*n
	case castles(&q, m):
		i = n
		for i < n+len(rooks)-1 && rooks[i-n] != m.To() {
			i++
		}
	}
	c.put(i, width(n+len(rooks)))
}

func (c *chainWriter) number(v uint16) {
	for {
		b := int(v & (1<<scoreBits - 1))
		if v >>= scoreBits; v != 0 {
			b |= 1 << scoreBits
		}
		if c.put(b, 1+scoreBits); v == 0 {
			return
		}
	}
}

// before returns the number of squares of s before sq.
func before(s bitboard.Set, sq board.Square) int {
	return (s & (bitboard.Of(sq) - 1)).Count()
}
