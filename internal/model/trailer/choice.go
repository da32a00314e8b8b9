package trailer

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// choice is one of n things, 0 <= i < n, where 0 means none. The zero choice takes no
// bits.
type choice struct{ i, n int }

func (c choice) bits() uint8 {
	if c.n < 2 {
		return 0
	}
	return uint8(bits.Len(uint(c.n - 1)))
}

// chosen holds what a trailer stores about castling and en passant.
type chosen struct {
	hasForm  bool // a bit says whether the rights need the Chess960 form
	chess960 bool
	all      [5]choice // white king side, queen side, black's; en passant
}

// choose returns what t stores about p; ok is false if p needs the escape.
func (t Trailer) choose(p *board.Position) (said chosen, ok bool) {
	if t&WithoutCounters == 0 && golombBits(uint32(p.HalfmoveClock), clockOrder) > 2*escapeZeros-1 {
		return said, false
	}
	if t&WithoutCastling == 0 {
		wide, standard := CastlingRooks(p)
		said.hasForm = wide != standard
		if castlingChoices(&said.all, p, &standard) {
			ok = true
		} else if said.hasForm {
			said.chess960 = true
			ok = castlingChoices(&said.all, p, &wide)
		}
		if !ok {
			return said, false
		}
	}
	if t&WithoutEnPassant == 0 {
		if said.all[4], ok = t.enPassantChoice(p); !ok {
			return said, false
		}
	}
	return said, true
}

// CastlingRooks returns, for each right (White's king side and queen side, then
// Black's), the rooks that it may belong to, judged by
// the board alone: those on their colour's first rank, on that side of its only king
// there. In the standard game, king and rooks stand on the files e, a and h.
func CastlingRooks(p *board.Position) (wide, standard [4]bitboard.Set) {
	for c := board.White; c <= board.Black; c++ {
		rank := bitboard.Rank1 << (56 * c)
		rooks := p.Pieces(board.PieceOf(c, board.Rook)) & rank
		king := p.Pieces(board.PieceOf(c, board.King)) & rank
		if rooks == 0 || king.Count() != 1 {
			continue
		}
		left := king - 1 // the squares before the king's, lower ranks included
		wide[2*c], wide[2*c+1] = rooks&^left, rooks&left
		if king&fileE != 0 {
			corners := rooks & (bitboard.FileA | bitboard.FileH)
			standard[2*c], standard[2*c+1] = corners&^left, corners&left
		}
	}
	return wide, standard
}

const fileE = bitboard.FileA << 4

// castlingChoices sets the choices of the four rights; and reports whether they can
// express all rights of p.
func castlingChoices(all *[5]choice, p *board.Position, rooks *[4]bitboard.Set) bool {
	for i, set := range rooks {
		all[i] = choice{n: set.Count() + 1}
		if p.Castling>>(4*i)&15 == 0 {
			continue
		}
		c := board.Color(i >> 1)
		file, ok := p.Castling.RookFile(c, board.Side(i&1))
		if !ok || !all[i].choose(set, board.SquareAt(file, 7*int(c))) {
			return false
		}
	}
	return true
}

// choose sets c to square s among squares and reports whether s is one of them.
func (c *choice) choose(squares bitboard.Set, s board.Square) bool {
	bit := bitboard.Of(s)
	c.i = (squares & (bit<<1 - 1)).Count()
	return squares&bit != 0
}

// enPassantChoice returns the choice of the en passant square; ok is false if p's
// square is not a possible one.
func (t Trailer) enPassantChoice(p *board.Position) (ch choice, ok bool) {
	if !t.clockAllowsEnPassant(p) {
		return ch, p.EnPassant == 0
	}
	squares := p.Jumped()
	ch.n = squares.Count() + 1
	return ch, p.EnPassant == 0 || ch.choose(squares, p.EnPassant)
}

// clockAllowsEnPassant reports whether a pawn can just have moved: the clock is then
// 0. Without counters it is always possible.
func (t Trailer) clockAllowsEnPassant(p *board.Position) bool {
	return p.HalfmoveClock == 0 || t&WithoutCounters != 0
}
