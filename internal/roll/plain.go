package roll

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
)

// plain codes any position by its squares, a8 first, learning from the list
// alone.
type plain struct {
	squares, rest *contextmix.Model
}

const (
	plainSize   = 19
	plainSights = 250
)

func (s *plain) init(c *contextmix.Coder) {
	s.squares = contextmix.NewModel(c, plainSize, plainSights)
	s.rest = contextmix.NewModel(c, 14, plainSights)
}

// code codes all of p but its counters, ref being the pattern.
func (s *plain) code(p, ref *board.Position) {
	want := *p
	*p = board.Position{}
	trail := uint32(0) // whether the last squares were as in the pattern
	sofar := uint32(0) // hash of all so far
	misses := uint32(0)
	var men [13]uint32
	for i := range 64 {
		sq := board.Square(i ^ 56)
		old := uint32(ref.At(sq))
		var left, above, aboveLeft, aboveRight uint32 = 15, 15, 15, 15
		if i&7 > 0 {
			left = uint32(p.At(sq - 1))
		}
		if i >= 8 {
			above = uint32(p.At(sq + 8))
			if i&7 > 0 {
				aboveLeft = uint32(p.At(sq + 7))
			}
			if i&7 < 7 {
				aboveRight = uint32(p.At(sq + 9))
			}
		}
		at := uint32(sq)<<4 | old
		row := left<<4 | above
		s.squares.Begin(contextmix.Hash(1, at), contextmix.Hash(2, at<<8|trail&0xff), contextmix.Hash(3, at<<8|row),
			contextmix.Hash(4, uint32(sq)<<16|row<<8|aboveLeft<<4|aboveRight), contextmix.Hash(sofar, uint32(sq)),
			contextmix.Hash(5, trail&0xffff<<4|min(old, 1)), contextmix.Hash(7, at<<8|misses<<3|trail&7), contextmix.Hash(6, row<<16|aboveLeft<<12|aboveRight<<8|men[1]<<4|men[7]))
		now := uint32(want.At(sq))
		if s.squares.Flag(now == old) {
			now = old
			trail = trail<<1 | 1
		} else {
			trail <<= 1
			misses = min(misses+1, 31)
			now = uint32(s.squares.Index(int(now), 4))
			if now > 12 {
				now = 0
			}
		}
		men[now] = min(men[now]+1, 15)
		sofar = contextmix.Hash(sofar, now)
		p.Put(sq, board.Piece(now))
	}
	s.rest.Begin(1, contextmix.Hash(2, uint32(ref.Turn)), contextmix.Hash(3, trail&0xff))
	if s.rest.Flag(want.Turn != board.White) {
		p.Turn = board.Black
	}
	s.rest.Begin(4, contextmix.Hash(5, uint32(ref.Castling)))
	p.Castling = ref.Castling
	if !s.rest.Flag(want.Castling == ref.Castling) {
		s.rest.Begin(contextmix.Hash(6, 0), contextmix.Hash(7, uint32(ref.Castling)))
		p.Castling = 0
		for i := range 4 {
			p.Castling |= board.Rights(min(s.rest.Index(int(want.Castling>>(4*i)&15), 4), 8)) << (4 * i)
		}
	}
	s.rest.Begin(8, contextmix.Hash(9, uint32(ref.EnPassant)))
	if s.rest.Flag(want.EnPassant != 0) {
		s.rest.Begin(10, contextmix.Hash(11, uint32(p.Turn)))
		p.EnPassant = board.Square(s.rest.Index(int(want.EnPassant), 6))
	}
}
