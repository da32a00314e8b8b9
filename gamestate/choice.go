package gamestate

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// choice is one of n things, 0 <= i < n; 0 is none of them. The zero choice
// takes no bits.
type choice struct{ i, n int }

func (c choice) bits() uint8 {
	if c.n < 2 {
		return 0
	}
	return uint8(bits.Len(uint(c.n - 1)))
}

// chosen is what a trailer says of castling and en passant.
type chosen struct {
	hasForm  bool // a bit says whether the rights are those of Chess960
	chess960 bool
	all      [5]choice // white king side, queen side, black's; en passant
}

// choose returns what t says of p; ok is false if it needs the escape.
func (t Trailer) choose(p *board.Position) (said chosen, ok bool) {
	if t&WithoutCounters == 0 && golombBits(uint32(p.HalfmoveClock), clockOrder) > 2*escapeZeros-1 {
		return said, false
	}
	if t&WithoutCastling == 0 {
		said.hasForm = mayBeChess960(p)
		said.chess960 = said.hasForm && !isStandard(p)
		for i := range 4 {
			said.all[i], ok = castlingChoice(p, board.Color(i>>1), board.Side(i&1), said.chess960)
			if !ok {
				return said, false
			}
		}
	}
	if t&WithoutEnPassant == 0 {
		if said.all[4], ok = t.enPassantChoice(p); !ok {
			return said, false
		}
	}
	return said, true
}

// castlingRooks returns the rooks with which colour c may still castle to a
// side, as far as the board tells: on the first row, on that side of its only
// king there. In the standard game king and rooks stand on the files e, a
// and h.
func castlingRooks(p *board.Position, c board.Color, side board.Side, chess960 bool) bitboard.Set {
	row := bitboard.Row1 << (56 * uint(c))
	king := p.Pieces(board.PieceOf(c, board.King)) & row
	if king.Count() != 1 {
		return 0
	}
	rooks := p.Pieces(board.PieceOf(c, board.Rook)) & row
	if right := row &^ (king<<1 - 1); side == board.KingSide {
		rooks &= right
	} else {
		rooks &^= right
	}
	if !chess960 {
		if king&fileE == 0 {
			return 0
		}
		rooks &= bitboard.FileA | bitboard.FileH
	}
	return rooks
}

const fileE = bitboard.FileA << 4

// mayBeChess960 reports whether the board offers a right that the standard
// game does not know.
func mayBeChess960(p *board.Position) bool {
	for i := range 4 {
		c, side := board.Color(i>>1), board.Side(i&1)
		if castlingRooks(p, c, side, true) != castlingRooks(p, c, side, false) {
			return true
		}
	}
	return false
}

// isStandard reports whether the rights of p are possible in the standard game.
func isStandard(p *board.Position) bool {
	for i := range 4 {
		if _, ok := castlingChoice(p, board.Color(i>>1), board.Side(i&1), false); !ok {
			return false
		}
	}
	return true
}

// castlingChoice returns the choice of one right; ok is false if p's right is
// none of them.
func castlingChoice(p *board.Position, c board.Color, side board.Side, chess960 bool) (ch choice, ok bool) {
	rooks := castlingRooks(p, c, side, chess960)
	ch.n = rooks.Count() + 1
	if p.Castling>>(8*uint(c)+4*uint(side))&15 == 0 {
		return ch, true
	}
	file, ok := p.Castling.RookFile(c, side)
	if !ok {
		return ch, false
	}
	return ch, ch.choose(rooks, board.SquareAt(file, 7*int(c)))
}

// choose sets c to square s of a set; it reports whether s is in the set.
func (c *choice) choose(squares bitboard.Set, s board.Square) bool {
	bit := bitboard.Of(uint8(s))
	c.i = (squares & (bit<<1 - 1)).Count()
	return squares&bit != 0
}

// enPassantChoice returns the choice of the en passant square; ok is false if
// p's is none of them.
func (t Trailer) enPassantChoice(p *board.Position) (ch choice, ok bool) {
	if !t.clockAllowsEnPassant(p) {
		return ch, p.EnPassant == 0
	}
	squares := jumped(p)
	ch.n = squares.Count() + 1
	return ch, p.EnPassant == 0 || ch.choose(squares, p.EnPassant)
}

// clockAllowsEnPassant reports whether a pawn can just have moved: the clock
// is then 0. Without counters nothing speaks against it.
func (t Trailer) clockAllowsEnPassant(p *board.Position) bool {
	return p.HalfmoveClock == 0 || t&WithoutCounters != 0
}

// jumped returns the squares that a pawn of the side not to move can just
// have jumped over: it stands before, and both squares behind it are empty.
func jumped(p *board.Position) bitboard.Set {
	empty := ^p.Occupied()
	if p.Turn == board.Black {
		pawns := p.Pieces(board.WhitePawn) & (bitboard.Row1 << 24)
		return pawns >> 8 & empty & (empty << 8)
	}
	pawns := p.Pieces(board.BlackPawn) & (bitboard.Row1 << 32)
	return pawns << 8 & empty & (empty >> 8)
}
