package board

import (
	"math/bits"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
)

// Flaw is a set of reasons why no game can reach a position.
type Flaw uint16

// The reasons.
const (
	NoKing          Flaw = 1 << iota // a player has no king
	SeveralKings                     // a player has several kings
	TooManyPieces                    // a player has more than 16 pieces
	TooManyPawns                     // a player has more than 8 pawns
	TooManyPromoted                  // a player has more promoted pieces than missing pawns
	PawnOnEdge                       // a pawn stands on rank 1 or 8
	OpponentInCheck                  // the side not to move is in check
	TooManyCheckers                  // the side to move is checked by more than two pieces
	IdleCastling                     // a right to castle without its king or its rook
	IdleEnPassant                    // an en passant square without a pawn that has just jumped over it
	WrongTurn                        // Turn is neither White nor Black
)

var flawTexts = [...]string{
	"a player has no king", "a player has several kings", "a player has more than 16 pieces",
	"a player has more than 8 pawns", "a player has more promoted pieces than missing pawns",
	"a pawn stands on rank 1 or 8", "the side not to move is in check",
	"the side to move is checked by more than two pieces", "a right to castle has no king or no rook at home",
	"no pawn can just have jumped over the en passant square", "the side to move is neither white nor black",
}

// String returns the reasons in words, separated by semicolons; "" for no reason.
func (f Flaw) String() string {
	var all []string
	for ; f != 0; f &= f - 1 {
		if i := bits.TrailingZeros16(uint16(f)); i < len(flawTexts) {
			all = append(all, flawTexts[i])
		}
	}
	return strings.Join(all, "; ")
}

// InvalidError holds the reasons why no game can reach a position.
type InvalidError struct {
	Flaws    Flaw
	Position Position
}

// Error returns a sentence such as
//
//	board: invalid position 8/8/8/8/8/8/8/K7 w - - 0 1: a player has no king
func (e *InvalidError) Error() string {
	return "board: invalid position " + e.Position.String() + ": " + e.Flaws.String()
}

// Validate returns nil if p looks like a position of a game of chess or Chess960,
// otherwise an *InvalidError with all reasons found. It is for programs that take
// positions from users; the rest of chesszip takes any position. A valid position is
// not proved to be reachable.
func (p *Position) Validate() error {
	f := p.materialFlaws()
	if p.Turn > Black {
		f |= WrongTurn
	} else if f&(NoKing|SeveralKings) == 0 {
		f |= p.checkFlaws()
	}
	if p.Castling != p.UsableRights() {
		f |= IdleCastling
	}
	if s := p.EnPassant; s != 0 && p.Turn <= Black && (s > H8 || !p.Jumped().Has(s)) {
		f |= IdleEnPassant
	}
	if f != 0 {
		return &InvalidError{f, *p}
	}
	return nil
}

// materialFlaws checks the numbers of pieces and the ranks of the pawns.
func (b *Board) materialFlaws() (f Flaw) {
	for c := White; c <= Black; c++ {
		switch kings := b.Pieces(PieceOf(c, King)).Count(); {
		case kings == 0:
			f |= NoKing
		case kings > 1:
			f |= SeveralKings
		}
		pawns := b.Pieces(PieceOf(c, Pawn)).Count()
		if pawns > 8 {
			f |= TooManyPawns
		}
		if b.Color(c).Count() > 16 {
			f |= TooManyPieces
		}
		promoted := 0
		for k := Knight; k <= Queen; k++ {
			first := 2
			if k == Queen {
				first = 1
			}
			promoted += max(0, b.Pieces(PieceOf(c, k)).Count()-first)
		}
		if pawns <= 8 && promoted > 8-pawns {
			f |= TooManyPromoted
		}
	}
	if b.Kind(Pawn)&(bitboard.Rank1|bitboard.Rank8) != 0 {
		f |= PawnOnEdge
	}
	return f
}

// checkFlaws checks the attacks on the two kings, one of each colour.
func (p *Position) checkFlaws() (f Flaw) {
	attackers := func(of Color) int {
		king := p.Pieces(PieceOf(of, King)).First()
		return p.Attackers(of.Other(), king, p.Occupied()).Count()
	}
	if attackers(p.Turn.Other()) > 0 {
		f |= OpponentInCheck
	}
	if attackers(p.Turn) > 2 {
		f |= TooManyCheckers
	}
	return f
}
