package endgame

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// The errors for a position.
var (
	// ErrIllegal is returned for a position that no game has: a wrong number of
	// kings, kings that touch, a king that the side to move can take, pawns on ranks
	// 1 and 8.
	ErrIllegal = errors.New("endgame: illegal position")
	// ErrUnsolved is returned for a position that is not of a solved ending.
	ErrUnsolved = errors.New("endgame: unsolved ending")
)

// setup is a position in the form of the tables: White has the pieces.
type setup struct {
	ending
	placement
	strong board.Color // the side that really has the pieces
}

// square converts a square of the position into one of the setup, or back.
func (s *setup) square(sq board.Square) board.Square {
	if s.strong == board.Black {
		return sq ^ 56
	}
	return sq
}

// newSetup reads a position. Its errors wrap ErrIllegal or ErrUnsolved.
func newSetup(p *board.Position) (setup, error) {
	var s setup
	if err := checkLegal(p); err != nil {
		return s, err
	}
	white, black := p.Color(board.White).Count()-1, p.Color(board.Black).Count()-1
	if white > 0 && black > 0 {
		return s, fmt.Errorf("%w: both sides have more than a king", ErrUnsolved)
	}
	if white+black > maxPieces {
		return s, fmt.Errorf("%w: %d pieces beside the kings, at most %d are known", ErrUnsolved, white+black, maxPieces)
	}
	if black > 0 {
		s.strong = board.Black
	}
	if canCastle(p, s.strong) {
		return s, fmt.Errorf("%w: %v has a right to castle", ErrUnsolved, s.strong)
	}
	for i := range kindOrder {
		k := kindOf(kindOrder[i])
		for set := p.Pieces(board.PieceOf(s.strong, k)); set != 0; set = set.WithoutFirst() {
			s.kinds[s.count], s.pieces[s.count] = k, s.square(set.First())
			s.count++
		}
	}
	s.white = s.square(p.Pieces(board.PieceOf(s.strong, board.King)).First())
	s.black = s.square(p.Pieces(board.PieceOf(s.strong.Other(), board.King)).First())
	return s, nil
}

func checkLegal(p *board.Position) error {
	for _, c := range []board.Color{board.White, board.Black} {
		if n := p.Pieces(board.PieceOf(c, board.King)).Count(); n != 1 {
			return fmt.Errorf("%w: %v has %d kings", ErrIllegal, c, n)
		}
	}
	if bad := p.Kind(board.Pawn) & (bitboard.Rank1 | bitboard.Rank8); bad != 0 {
		return fmt.Errorf("%w: a pawn stands on %v", ErrIllegal, bad.First())
	}
	kings := p.Kind(board.King)
	if bitboard.KingAttacks(kings.First()).Has(kings.WithoutFirst().First()) {
		return fmt.Errorf("%w: the kings touch", ErrIllegal)
	}
	q := *p
	q.Turn = p.Turn.Other()
	if movegen.InCheck(&q) {
		return fmt.Errorf("%w: %v is to move and %v is in check", ErrIllegal, p.Turn, q.Turn)
	}
	return nil
}

// canCastle reports whether c has a right to castle with king and rook in their
// places.
func canCastle(p *board.Position, c board.Color) bool {
	king := p.Pieces(board.PieceOf(c, board.King)).First()
	home := 7 * int(c)
	if king.Rank() != home {
		return false
	}
	for _, side := range []board.Side{board.KingSide, board.QueenSide} {
		file, ok := p.Castling.RookFile(c, side)
		if ok && (file > king.File()) == (side == board.KingSide) && file != king.File() &&
			p.At(board.SquareAt(file, home)) == board.PieceOf(c, board.Rook) {
			return true
		}
	}
	return false
}
