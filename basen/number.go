package basen

import (
	"fmt"
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// NumberBits is the length of the largest Number in bits.
const NumberBits = 153

// Number is the number of a position in the exact numbering. It covers board, side to
// move, castling rights of standard chess and Chess960, and an en passant square if a
// pawn can pseudo-legally capture there; not the two counters. Every position in the
// numbering has one number, and every number below Numbers one position. Numbers
// compare with ==. The zero Number is also a position's.
//
// The numbering holds all positions that a game from a start position of standard
// chess, Chess960 or double Chess960 can reach. It also holds other positions with
// plausible material and pawns: one king, at most eight pawns and promoted pieces,
// and at most sixteen pieces a side; no pawn on ranks 1 and 8; and no more promoted
// and passed pawns than the captures allow. Kings may stand side by side, and both
// may be in check.
//
// docs/spec/positions.md describes the numbering. The tables take 2 MB and some 20 ms
// on first use; after that each conversion takes about a microsecond and no memory.
type Number struct{ w wide }

// Numbers returns the number of positions in the numbering, about 2^152.7: the bound
// of all Numbers.
func Numbers() Number { return Number{countPositions().bound()} }

// NumberFromBytes is the inverse of Number.Bytes. The result may be too large
// to be the number of a position.
func NumberFromBytes(b [20]byte) Number {
	var w wide
	for i, c := range b {
		place := len(b) - 1 - i
		w[place/8] |= uint64(c) << (place % 8 * 8)
	}
	return Number{w}
}

// Bytes returns n with the high byte first, so that bytes sort as Numbers do.
func (n Number) Bytes() (b [20]byte) {
	for i := range b {
		place := len(b) - 1 - i
		b[i] = byte(n.w[place/8] >> (place % 8 * 8))
	}
	return b
}

// Compare returns -1, 0 or +1 as n is less than, equal to or greater than m.
func (n Number) Compare(m Number) int { return n.w.compare(&m.w) }

// Next returns n + 1.
func (n Number) Next() Number {
	n.w.mulAdd(1, 1)
	return n
}

// Previous returns n - 1; ok is false for the zero Number.
func (n Number) Previous() (m Number, ok bool) {
	if n == m {
		return m, false
	}
	n.w.sub(&wide{1})
	return n, true
}

// NumberOf returns the number of p without its counters. It fails with board.ErrUnfit, and
// a reason, for a position outside the numbering, for a right to castle without king
// and rook in their places, and for an en passant square on which no pawn can
// pseudo-legally capture. It does not check whether the capture would leave the king
// in check.
func NumberOf(p *board.Position) (Number, error) {
	v, err := arrange(p)
	if err != nil {
		return Number{}, err
	}
	x, err := countPositions().number(&v)
	if err != nil {
		return Number{}, err
	}
	x.mulAdd(2, uint64(p.Turn))
	return Number{x}, nil
}

// Position returns the position with number n, with the half-move clock 0 and the
// move number 1. It fails with board.ErrCorrupt if n is not below Numbers.
func (n Number) Position() (board.Position, error) {
	t := countPositions()
	if bound := t.bound(); n.w.compare(&bound) >= 0 {
		return board.Position{}, &board.CorruptError{Msg: "number of no position: it is not below the bound"}
	}
	turn := board.Color(n.w[0] & 1)
	n.w.divMod(2)
	v := t.arrangement(n.w)
	return v.position(turn), nil
}

// arrangement is a position seen from the side to move: if Black is to move, ranks
// and colours are exchanged.
type arrangement struct {
	pieces [2][7]bitboard.Set // by colour, own first, and kind
	rights [2]castling
	// jumped is the file of the pawn that can be captured en passant, or -1.
	jumped int
}

// castling holds the files of king and rooks that one side's rights fix. The zero
// castling is no right.
type castling struct {
	king, kingSide, queenSide int8 // files; a rook's is -1 without the right
	rooks                     int8 // number of rooks that may castle, 0 to 2
}

// fixed returns the squares of king and rooks that the rights fix, on rank 1.
func (c castling) fixed() (king, rooks bitboard.Set) {
	if c.rooks == 0 {
		return 0, 0
	}
	king = 1 << c.king
	for _, f := range [2]int8{c.kingSide, c.queenSide} {
		if f >= 0 {
			rooks |= 1 << f
		}
	}
	return king, rooks
}

// home moves a set of rank 1 to the first rank of the given side: 0 own, 1 enemy.
func home(s bitboard.Set, side int) bitboard.Set { return s << (56 * side) }

// flip exchanges rank 1 with rank 8 and so on.
func flip(s bitboard.Set) bitboard.Set { return bitboard.Set(bits.ReverseBytes64(uint64(s))) }

// arrange returns p seen from the side to move. It fails with board.ErrUnfit for what the
// numbering cannot hold.
func arrange(p *board.Position) (v arrangement, err error) {
	if p.Turn > board.Black {
		return v, fmt.Errorf("%w: side to move %d", board.ErrUnfit, p.Turn)
	}
	for side := range 2 {
		c := p.Turn ^ board.Color(side)
		all := p.Color(c)
		for k := board.Pawn; k <= board.King; k++ {
			s := p.Kind(k) & all
			if p.Turn == board.Black {
				s = flip(s)
			}
			v.pieces[side][k] = s
		}
		if n := v.pieces[side][board.King].Count(); n != 1 {
			return v, fmt.Errorf("%w: %d %v kings", board.ErrUnfit, n, c)
		}
	}
	if bad := (p.Kind(board.Pawn)) & (bitboard.Rank1 | bitboard.Rank8); bad != 0 {
		return v, fmt.Errorf("%w: pawn on %v", board.ErrUnfit, bad.First())
	}
	for side := range 2 {
		c := p.Turn ^ board.Color(side)
		var ok bool
		if v.rights[side], ok = v.castling(p.Castling, c, side); !ok {
			return v, fmt.Errorf("%w: %v has a right to castle without king and rook in their places", board.ErrUnfit, c)
		}
	}
	v.jumped = -1
	if p.EnPassant != 0 {
		s := bitboard.Of(p.EnPassant)
		if p.Turn == board.Black {
			s = flip(s)
		}
		if !v.capturable(s) {
			return v, fmt.Errorf("%w: no pawn stands ready to capture on %v", board.ErrUnfit, p.EnPassant)
		}
		v.jumped = p.EnPassant.File()
	}
	return v, nil
}

// castling returns what the rights of colour c, the given side, fix; ok is false if a
// fixed piece is not on its square.
func (v *arrangement) castling(r board.Rights, c board.Color, side int) (_ castling, ok bool) {
	if !r.Any(c) {
		return castling{}, true
	}
	king := v.pieces[side][board.King]
	if king&home(bitboard.Rank1, side) == 0 {
		return castling{}, false
	}
	k := castling{king: int8(king.First() & 7), kingSide: -1, queenSide: -1}
	// Four bits that are not a file would be lost.
	known := board.Rights(0)
	if f, ok := r.RookFile(c, board.KingSide); ok && int8(f) > k.king {
		k.kingSide, k.rooks, known = int8(f), k.rooks+1, known.With(c, board.KingSide, f)
	}
	if f, ok := r.RookFile(c, board.QueenSide); ok && int8(f) < k.king {
		k.queenSide, k.rooks, known = int8(f), k.rooks+1, known.With(c, board.QueenSide, f)
	}
	_, rooks := k.fixed()
	return k, known == r.WithoutColor(c.Other()) && home(rooks, side)&^v.pieces[side][board.Rook] == 0
}

// capturable reports whether an own pawn can pseudo-legally capture en passant on s.
func (v *arrangement) capturable(s bitboard.Set) bool {
	if s&(bitboard.Rank1<<40) == 0 || v.occupied()&(s|s.Up()) != 0 {
		return false
	}
	return v.pieces[1][board.Pawn]&s.Down() != 0 && v.pieces[0][board.Pawn]&(s.DownLeft()|s.DownRight()) != 0
}

// between returns the two squares that the pawn on file f jumped from and over, or
// the empty set for file -1.
func between(f int) bitboard.Set {
	if f < 0 {
		return 0
	}
	return 1<<(40+f) | 1<<(48+f)
}

func (v *arrangement) occupied() (s bitboard.Set) {
	for side := range v.pieces {
		for _, m := range v.pieces[side] {
			s |= m
		}
	}
	return s
}

// position is the inverse of arrange.
func (v *arrangement) position(turn board.Color) board.Position {
	p := board.Position{Turn: turn, FullmoveNumber: 1}
	var planes [4]bitboard.Set
	for side := range v.pieces {
		c := turn ^ board.Color(side)
		for k := board.Pawn; k <= board.King; k++ {
			s := v.pieces[side][k]
			if turn == board.Black {
				s = flip(s)
			}
			for i := range 3 {
				planes[i] |= s & -bitboard.Set(k>>i&1)
			}
			planes[3] |= s & -bitboard.Set(c)
		}
		r := v.rights[side]
		if r.rooks > 0 && r.kingSide >= 0 {
			p.Castling = p.Castling.With(c, board.KingSide, int(r.kingSide))
		}
		if r.rooks > 0 && r.queenSide >= 0 {
			p.Castling = p.Castling.With(c, board.QueenSide, int(r.queenSide))
		}
	}
	p.Board = board.FromPlanes(planes)
	if v.jumped >= 0 {
		rank := 5
		if turn == board.Black {
			rank = 2
		}
		p.EnPassant = board.SquareAt(v.jumped, rank)
	}
	return p
}
