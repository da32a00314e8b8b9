package board

import "github.com/chesszip/chesszip/bitboard"

// Side is the side of the board on which a player castles.
type Side uint8

// The two sides.
const (
	KingSide Side = iota
	QueenSide
)

// Rights are the castling rights of both players: for each colour and side
// four bits, 0 for no right, else 1 + the file of the rook. The zero Rights
// allow no castling. Standard chess has rooks on files h (7) and a (0).
//
//	bits 0-3 white king side, 4-7 white queen side, 8-11 and 12-15 black's
type Rights uint16

// NewRights returns rights with the given rook files, -1 for no right.
func NewRights(whiteKing, whiteQueen, blackKing, blackQueen int) Rights {
	return Rights(whiteKing+1) | Rights(whiteQueen+1)<<4 | Rights(blackKing+1)<<8 | Rights(blackQueen+1)<<12
}

func rightsShift(c Color, s Side) uint { return uint(c)*8 + uint(s)*4 }

// RookFile returns the file of the rook with which c may castle to side s; ok
// is false if there is no such right (or the four bits are out of range).
func (r Rights) RookFile(c Color, s Side) (file int, ok bool) {
	f := int(r>>rightsShift(c, s)&15) - 1
	return f, uint(f) < 8
}

// With returns r with c's right to side s set to the rook on the given file.
func (r Rights) With(c Color, s Side, file int) Rights {
	return r.Without(c, s) | Rights(file+1)<<rightsShift(c, s)
}

// Without returns r without c's right to side s.
func (r Rights) Without(c Color, s Side) Rights { return r &^ (15 << rightsShift(c, s)) }

// WithoutColor returns r without any right of c.
func (r Rights) WithoutColor(c Color) Rights { return r &^ (255 << (8 * uint(c))) }

// Any reports whether c has a right to castle.
func (r Rights) Any(c Color) bool { return r>>(8*uint(c))&255 != 0 }

// Classic returns r with the rooks on files h and a. ParseFEN reads KQkq as X-FEN
// does: the outermost rook on that side of the king, on any file. Outside Chess960
// the letters mean only the corners, and a right without a rook there is idle.
func (r Rights) Classic() Rights {
	for i, file := range [4]int{7, 0, 7, 0} {
		c, s := Color(i/2), Side(i%2)
		if _, ok := r.RookFile(c, s); ok {
			r = r.With(c, s, file)
		}
	}
	return r
}

// Chess960 reports whether p has a right to castle that standard chess does not have:
// its king is not on the e file, or its rook is not in a corner. Castling is then
// written as the king taking its rook.
func (p *Position) Chess960() bool {
	for c, home := range [2]Square{E1, E8} {
		if p.Castling.Any(Color(c)) && p.At(home) != PieceOf(Color(c), King) {
			return true
		}
	}
	return p.Castling != p.Castling.Classic()
}

// LikelyRights returns the likely rights of p, as read by ParseFEN, when it is not
// known whether Chess960 is played. Rights of standard chess are kept. Other rights
// are mostly left over from a rook or king that has moved, and are removed, unless
// all of them can be used and p looks like Chess960: a king that is not on the e file
// has the only rights, or both players have the same ones, or no piece has left the
// first ranks.
func (p *Position) LikelyRights() Rights {
	rights := p.Castling
	if !p.Chess960() || rights == p.UsableRights() && p.looksChess960() {
		return rights
	}
	for c, home := range [2]Square{E1, E8} {
		c := Color(c)
		if p.At(home) != PieceOf(c, King) {
			rights = rights.WithoutColor(c)
		}
		for side, corner := range [2]int{KingSide: 7, QueenSide: 0} {
			if file, ok := rights.RookFile(c, Side(side)); ok && file != corner {
				rights = rights.Without(c, Side(side))
			}
		}
	}
	return rights
}

// looksChess960 reports whether rights that can all be used look like those of Chess960.
func (p *Position) looksChess960() bool {
	white, black := p.homeKing(White), p.homeKing(Black)
	const ranks, fileE = bitboard.Rank1 | bitboard.Rank8, 4
	switch {
	case !p.Castling.Any(Black):
		return white != fileE
	case !p.Castling.Any(White):
		return black != fileE
	case p.Occupied()&ranks == ranks:
		return true
	}
	for side := KingSide; side <= QueenSide; side++ {
		a, hasA := p.Castling.RookFile(White, side)
		if b, hasB := p.Castling.RookFile(Black, side); hasA && hasB && a != b {
			return false
		}
	}
	return white == black
}

// UsableRights returns the rights of p that are not idle: their player's only king
// stands on his first rank and a rook of his on the file named, on that side of the
// king.
func (p *Position) UsableRights() Rights {
	var usable Rights
	if p.Castling == 0 {
		return usable
	}
	for c := White; c <= Black; c++ {
		rank, home := homeRank(c)
		kings, rooks := p.Pieces(PieceOf(c, King)), p.Pieces(PieceOf(c, Rook))
		if kings.Count() != 1 || kings&rank == 0 {
			continue
		}
		king := kings.First()
		for side := KingSide; side <= QueenSide; side++ {
			file, ok := p.Castling.RookFile(c, side)
			if rook := home + Square(file); ok && rooks.Has(rook) && rook > king == (side == KingSide) {
				usable = usable.With(c, side, file)
			}
		}
	}
	return usable
}
