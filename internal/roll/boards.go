package roll

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/squares"
)

// boards codes positions by a learned model, corrected by what the list has
// shown: each choice is made by a row of bits, whether it is the likeliest
// thing, and if not, whether it is the next, and so on.
type boards struct {
	c      *contextmix.Coder
	q      *squares.Predictor
	things *contextmix.Model // pawns and pieces
	kings  *contextmix.Model
	rest   *contextmix.Model // men, turn, rights, counters

	ref, last *board.Position // the pattern, and the position before
	counters  bool
	stage     squares.Stage
	bits      uint32 // of this stage so far, as a hash
	number    int    // of bits in this stage
	trail     uint32 // whether the last squares were as in the pattern
	kind      int    // of men, in the order of the choices
	count     int    // of that kind so far
	freq      [64]uint32
	free      [64]board.Square
}

const (
	thingsSize   = 20
	kingsSize    = 16
	restSize     = 18
	boardsSights = 250
)

func newBoards(c *contextmix.Coder, q *squares.Predictor) *boards {
	return &boards{
		c: c, q: q,
		things: contextmix.NewModel(c, thingsSize, boardsSights),
		kings:  contextmix.NewModel(c, kingsSize, boardsSights),
		rest:   contextmix.NewModel(c, restSize, boardsSights),
	}
}

// code codes p, ref being the pattern and last the position before. Without
// counters they are 0 and 1.
func (b *boards) code(p, ref, last *board.Position, counters bool) board.Position {
	b.ref, b.last, b.counters = ref, last, counters
	b.stage, b.bits, b.number, b.trail = squares.Men, 0, 0, 0xff
	b.kind, b.count = 0, 0
	truth := p
	if !b.c.Writing() {
		truth = nil
	}
	got, _ := b.q.Walk(b, truth)
	return got
}

// Code implements squares.Coder.
func (b *boards) Code(freq []uint32, actual int) int {
	stage := b.q.Stage()
	if stage != b.stage {
		b.stage, b.bits, b.number = stage, 0, 0
	}
	present := b.q.Present()
	at := present.Features()
	switch stage {
	case squares.Skeleton, squares.Others:
		return b.thing(freq, actual, present, at)
	case squares.Kings:
		return b.king(freq, actual, present)
	case squares.Clock:
		if !b.counters {
			return 0
		}
	case squares.Number:
		if !b.counters {
			b.number++
			return b.number & 1
		}
	}
	return b.bit(freq, actual, at, stage)
}

// chance is the class of a probability in 1/65536.
func chance(p uint32) uint32 {
	return uint32(contextmix.Stretch(int32(min(p, contextmix.One-1)))+contextmix.Edge+1) >> 6
}

// menOrder is the order in which the numbers of men are told.
var menOrder = [10]board.Piece{
	board.WhitePawn, board.BlackPawn, board.WhiteQueen, board.BlackQueen, board.WhiteRook, board.BlackRook,
	board.WhiteBishop, board.BlackBishop, board.WhiteKnight, board.BlackKnight,
}

// bit makes a choice between 0 and 1.
func (b *boards) bit(freq []uint32, actual int, at []uint32, stage squares.Stage) int {
	p := chance(freq[1])
	var like, before uint32
	switch stage {
	case squares.Men:
		piece := menOrder[min(b.kind, 9)]
		like, before = uint32(b.ref.Pieces(piece).Count()), uint32(b.last.Pieces(piece).Count())
	case squares.Turn:
		like, before = uint32(b.ref.Turn), uint32(b.last.Turn)
	case squares.Castling:
		like, before = uint32(b.ref.Castling), uint32(b.last.Castling)
	case squares.EnPassant:
		like, before = uint32(b.ref.EnPassant), uint32(b.last.EnPassant)
	case squares.Clock:
		like, before = uint32(b.ref.HalfmoveClock), uint32(b.last.HalfmoveClock)
	case squares.Number:
		like, before = uint32(b.ref.FullmoveNumber), uint32(b.last.FullmoveNumber)
	}
	s := uint32(stage)
	node := contextmix.Hash(b.bits, s)
	if stage == squares.Men {
		node = contextmix.Hash(uint32(b.kind)<<8|uint32(b.count), s)
	}
	var first, third uint32 // the lowest digits of large numbers have no features
	if len(at) > 2 {
		first, third = at[0], at[2]
	}
	b.rest.Begin(contextmix.Hash(1, p), contextmix.Hash(p, s<<8), contextmix.Hash(node, like), contextmix.Hash(node+1, before),
		contextmix.Hash(node, first), contextmix.Hash(node+2, third), contextmix.Hash(node+3, p))
	got := 0
	if b.rest.Flag(actual != 0) {
		got = 1
	}
	b.bits = contextmix.Hash(b.bits, uint32(got)+1)
	b.count++
	if got == 0 {
		b.kind++
		b.count = 0
	}
	return got
}

// thing makes a choice of what stands on a square.
func (b *boards) thing(freq []uint32, actual int, present squares.Present, at []uint32) int {
	sq := present.Square()
	here := uint32(sq)
	old, before := b.ref.At(sq), b.last.At(sq)
	var exact, near, more, row uint32
	if b.stage == squares.Skeleton {
		exact, near, more, row = at[11], at[5], at[0], at[21]
	} else {
		// Of the side whose rows these are, what is still to come, and on which
		// colours there are bishops.
		exact, near, more, row = at[15], at[11], at[0], at[0]^at[16]
		if here >= 32 {
			more, row = at[1], at[1]^at[16]
		}
		if before.Kind() == board.Pawn {
			before = 0
		}
	}
	got := b.pick(b.things, freq, actual, func(i int, p uint32) {
		c := present.Piece(i)
		like := uint32(0)
		switch {
		case c == old:
			like = 1
		case old == 0:
			like = 2
		case c == 0:
			like = 3
		}
		ch := chance(p)
		id := uint32(c)<<8 | here<<2 | like
		b.things.Begin(contextmix.Hash(1, ch), contextmix.Hash(2, ch<<8|like<<4|b.trail&15), contextmix.Hash(3, id<<8|uint32(old)<<4|uint32(before)),
			contextmix.Hash(exact, uint32(c)), contextmix.Hash(near, uint32(c)), contextmix.Hash(4, b.trail&0xff<<12|like<<8|ch),
			contextmix.Hash(more, id), contextmix.Hash(row, uint32(c)))
	})
	if present.Piece(got) == old {
		b.trail = b.trail<<1 | 1
	} else {
		b.trail <<= 1
	}
	return got
}

// king makes a choice of where a king stands.
func (b *boards) king(freq []uint32, actual int, present squares.Present) int {
	color, free := present.King(b.free[:0])
	piece := board.PieceOf(color, board.King)
	return b.pick(b.kings, freq, actual, func(i int, p uint32) {
		sq := free[min(i, len(free)-1)]
		like := uint32(0)
		if b.ref.At(sq) == piece {
			like = 1
		}
		if b.last.At(sq) == piece {
			like |= 2
		}
		ch := chance(p)
		c := uint32(color)
		b.kings.Begin(contextmix.Hash(1, ch), contextmix.Hash(2, ch<<8|like<<4|b.trail&15), contextmix.Hash(3, uint32(sq)<<3|like<<1|c), contextmix.Hash(4, like<<1|c))
	})
}

// pick makes a choice by a row of bits; begin sets the contexts of each, i
// being the likeliest choice left and p its probability in 1/65536.
func (b *boards) pick(m *contextmix.Model, freq []uint32, actual int, begin func(i int, p uint32)) int {
	left := b.freq[:copy(b.freq[:], freq)]
	total := uint32(squares.One)
	for n := len(left); ; n-- {
		best := 0
		for i, f := range left {
			if f > left[best] {
				best = i
			}
		}
		if n == 1 {
			return best
		}
		begin(best, uint32(uint64(left[best])<<16/uint64(total)))
		if m.Flag(best == actual) {
			return best
		}
		total -= left[best]
		left[best] = 0
	}
}
