package codec

import (
	"errors"
	"fmt"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// nibble is the scheme of four bits a square, whose marks hold castling and
// en passant.
type nibble struct{}

const nibbleBits = 256

func (nibble) Name() string { return "nibble" }

func (nibble) BitLen(p *board.Position) (int, error) {
	_, ok := marks(p)
	return nibbleBits + 1 + trailerAfter(ok).BitLen(p), nil
}

func (nibble) Write(w *bitio.Writer, p *board.Position) error {
	m, ok := marks(p)
	if err := (basen.Nibble{}).WriteMarked(w, &p.Board, m); err != nil {
		return err
	}
	w.TryWriteBool(!ok)
	return trailerAfter(ok).Write(w, p)
}

func (nibble) Read(r *bitio.Reader) (board.Position, error) {
	b, m, err := basen.Nibble{}.ReadMarked(r)
	if err != nil {
		return board.Position{}, err
	}
	p := board.Position{Board: b}
	unmarked := r.TryReadBool()
	if r.TryError != nil {
		if errors.Is(r.TryError, io.EOF) {
			return board.Position{}, fmt.Errorf("read position: %w", io.ErrUnexpectedEOF)
		}
		return board.Position{}, r.TryError
	}
	if !unmarked {
		unmark(&p, m)
	}
	if err := trailerAfter(!unmarked).Read(r, &p); err != nil {
		return board.Position{}, err
	}
	// The marks are not valid, or the long form is used although marks suffice.
	if want, ok := marks(&p); want != m || ok == unmarked {
		return board.Position{}, corrupt(nibbleBits, "marks are not those of the position")
	}
	return p, nil
}

// marks returns the pieces to mark for the rights of p: king and rooks that may
// castle, and the pawn that has just moved two squares. ok is false, and nothing
// marked, if marks cannot express all of them: a right without its rook, or without
// exactly one king on the rank and the rook on the proper side of it; an en passant
// square without its pawn or with the wrong turn.
func marks(p *board.Position) (m bitboard.Set, ok bool) {
	for c := board.White; c <= board.Black; c++ {
		if !p.Castling.Any(c) {
			continue
		}
		rank := homeRank(c)
		king, one := onlyKing(p, c)
		if !one {
			return 0, false
		}
		m |= bitboard.Of(king)
		said := p.Castling.WithoutColor(c.Other())
		for side := board.KingSide; side <= board.QueenSide; side++ {
			f, has := p.Castling.RookFile(c, side)
			if !has {
				continue
			}
			s := board.SquareAt(f, rank)
			if p.At(s) != board.PieceOf(c, board.Rook) || (side == board.KingSide) != (s > king) {
				return 0, false
			}
			m |= bitboard.Of(s)
			said = said.Without(c, side)
		}
		if said != 0 {
			return 0, false // four bits that are not a file
		}
	}
	if p.EnPassant != 0 {
		pawn := p.EnPassant ^ 8 // of the side that has moved, on its fourth rank
		if pawn.Rank() != 4-int(p.Turn) || p.At(pawn) != board.PieceOf(p.Turn.Other(), board.Pawn) {
			return 0, false
		}
		m |= bitboard.Of(pawn)
	}
	return m, true
}

// unmark sets the rights of p from the marks. It uses invalid marks as far as it can;
// Read detects them.
func unmark(p *board.Position, m bitboard.Set) {
	for c := board.White; c <= board.Black; c++ {
		king, one := onlyKing(p, c)
		if !one {
			continue
		}
		rooks := m & p.Pieces(board.PieceOf(c, board.Rook))
		for ; rooks != 0; rooks = rooks.WithoutFirst() {
			s := rooks.First()
			side := board.QueenSide
			if s > king {
				side = board.KingSide
			}
			p.Castling = p.Castling.With(c, side, s.File())
		}
	}
	if pawns := m & p.Kind(board.Pawn); pawns != 0 {
		p.EnPassant = pawns.First() ^ 8
	}
}

func homeRank(c board.Color) int { return 7 * int(c) }

// onlyKing returns c's king on its home rank; one is false if there is none or
// more than one.
func onlyKing(p *board.Position, c board.Color) (s board.Square, one bool) {
	kings := p.Pieces(board.PieceOf(c, board.King)) & (bitboard.Rank1 << (56 * uint(c)))
	return kings.First(), kings.Count() == 1
}
