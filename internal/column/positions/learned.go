package positions

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/model/boards"
)

// learnedBoards codes positions by a learned model, corrected by the list so far. A
// choice is coded by flags: whether it is the likeliest value, if not, whether it is
// the next, and so on.
type learnedBoards struct {
	writing    bool
	model      *boards.Predictor
	pieces     *contextmix.Model
	kings      *contextmix.Model
	properties *contextmix.Model
	freq       [64]uint32
	free       [64]board.Square
	boardWalk
}

// boardWalk is the state of coding one position.
type boardWalk struct {
	pattern, last *board.Position
	counters      bool
	stage         boards.Stage
	before        uint32 // the binary choices of this stage so far, after a leading 1
	zeros         int    // number of zeros among them
	run           uint32 // number of ones since the last zero
	same          uint32 // whether the last squares were as in the pattern
}

func newLearnedBoards(m *Models, model *boards.Model) *learnedBoards {
	return &learnedBoards{
		writing: m.Coder.Writing(), model: boards.NewPredictor(model), pieces: m.New(pieceContexts, piecesSize),
		kings: m.New(kingContexts, kingsSize), properties: m.New(propertyContexts, propertiesSize),
	}
}

// code codes p; pattern is an earlier position and last the previous one. Without
// counters these become 0 and 1.
func (b *learnedBoards) code(p, pattern, last *board.Position, counters bool) board.Position {
	b.boardWalk = boardWalk{pattern: pattern, last: last, counters: counters, stage: boards.Material, before: 1, same: 0xff}
	if !b.writing {
		p = nil
	}
	got, _ := b.model.Walk(b, p)
	return got
}

// Code implements boards.Coder.
func (b *learnedBoards) Code(freq []uint32, actual int) int {
	if stage := b.model.Stage(); stage != b.stage {
		b.stage, b.before, b.zeros, b.run = stage, 1, 0, 0
	}
	present := b.model.Present()
	at := present.Features()
	switch {
	case b.stage == boards.Structure || b.stage == boards.OtherPieces:
		return b.piece(freq, actual, present, at)
	case b.stage == boards.Kings:
		return b.king(freq, actual, present)
	case b.stage == boards.Clock && !b.counters:
		return 0
	case b.stage == boards.Number && !b.counters:
		b.run++
		return int(b.run & 1)
	}
	return b.property(freq, actual, at)
}

// CountOrder returns the pieces in the order in which the learned model codes
// their numbers.
func CountOrder() [10]board.Piece {
	return [10]board.Piece{
		board.WhitePawn, board.BlackPawn, board.WhiteQueen, board.BlackQueen, board.WhiteRook, board.BlackRook,
		board.WhiteBishop, board.BlackBishop, board.WhiteKnight, board.BlackKnight,
	}
}

// property codes a choice between 0 and 1.
func (b *learnedBoards) property(freq []uint32, actual int, at []uint32) int {
	before := b.before
	if b.stage == boards.Material {
		before = uint32(b.zeros)<<8 | b.run
	}
	var first, third uint32 // the lowest digits of large numbers have no features
	if len(at) > 2 {
		first, third = at[0], at[2]
	}
	got := Bit(b.properties.Use(0, chance(freq[1]), uint32(b.stage), before,
		b.propertyOf(b.pattern), b.propertyOf(b.last), first, third).Flag(actual != 0))
	b.before = b.before<<1 | got
	b.run++
	if got == 0 {
		b.zeros++
		b.run = 0
	}
	return int(got)
}

// propertyOf returns the property of p that this stage codes.
func (b *learnedBoards) propertyOf(p *board.Position) uint32 {
	switch b.stage {
	case boards.Material:
		return uint32(p.Pieces(CountOrder()[min(b.zeros, 9)]).Count())
	case boards.Turn:
		return uint32(p.Turn)
	case boards.Castling:
		return uint32(p.Castling)
	case boards.EnPassant:
		return uint32(p.EnPassant)
	case boards.Clock:
		return uint32(p.HalfmoveClock)
	}
	return uint32(p.FullmoveNumber)
}

// piece codes the content of a square.
func (b *learnedBoards) piece(freq []uint32, actual int, present boards.Present, at []uint32) int {
	sq := present.Square()
	pattern, last := b.pattern.At(sq), b.last.At(sq)
	var exact, near, count, rank uint32
	if b.stage == boards.Structure {
		exact, near, count, rank = at[11], at[5], at[0], at[21]
	} else {
		// For the side whose ranks these are: the pieces left, and the colours of its
		// bishops.
		side := at[sq>>5]
		exact, near, count, rank = at[15], at[11], side, side^at[16]
	}
	if b.stage == boards.OtherPieces && last.Kind() == board.Pawn {
		last = 0
	}
	got := b.pick(b.pieces, freq, actual, func(i int, chance uint32) {
		piece := present.Piece(i)
		like := uint32(0)
		switch {
		case piece == pattern:
			like = 1
		case pattern == 0:
			like = 2
		case piece == 0:
			like = 3
		}
		b.pieces.Use(0, chance, like, b.same&15, b.same&0xff, uint32(piece), uint32(sq), uint32(pattern), uint32(last), exact, near, count, rank)
	})
	b.same = b.same<<1 | Bit(present.Piece(got) == pattern)
	return got
}

// king codes the square of a king.
func (b *learnedBoards) king(freq []uint32, actual int, present boards.Present) int {
	color, free := present.King(b.free[:0])
	king := board.PieceOf(color, board.King)
	return b.pick(b.kings, freq, actual, func(i int, chance uint32) {
		sq := free[min(i, len(free)-1)]
		like := Bit(b.pattern.At(sq) == king) | Bit(b.last.At(sq) == king)<<1
		b.kings.Use(0, chance, like, b.same&15, uint32(sq), uint32(color))
	})
}

// pick codes a choice by flags; use sets the contexts of each for the
// likeliest value left and the class of its chance.
func (b *learnedBoards) pick(m *contextmix.Model, freq []uint32, actual int, use func(i int, chance uint32)) int {
	left := b.freq[:copy(b.freq[:], freq)]
	total := uint32(boards.One)
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
		use(best, chance(uint32(uint64(left[best])<<16/uint64(total))))
		if m.Flag(best == actual) {
			return best
		}
		total -= left[best]
		left[best] = 0
	}
}
