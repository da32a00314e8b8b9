package notation

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// UCI returns the legal move m of p as the UCI protocol writes it: e2e4, e7e8q, and 0000
// for the null move. Castling, which may also be given as the king's own move, is that
// move, e1g1, or the king taking its rook, e1h1, if p has a right to castle that standard
// chess does not have, see Position.Chess960. For the moves of a game, see
// gamestate.Game.AppendUCI.
func UCI(p *board.Position, m board.Move) string {
	var text [8]byte
	return string(AppendUCI(text[:0], p, resolved(p, m), p.Chess960()))
}

// AppendUCI appends what UCI returns for a move of a game that is known to be of Chess960
// or not: its start may have rights that p has lost. It returns the extended slice.
func AppendUCI(dst []byte, p *board.Position, m board.Move, chess960 bool) []byte {
	if m == board.NullMove {
		return append(dst, "0000"...)
	}
	to := m.To()
	if !chess960 && movegen.IsCastling(p, m) {
		to = movegen.CastlingTarget(m)
	}
	from := m.From()
	dst = append(dst, 'a'+byte(from&7), '1'+byte(from>>3), 'a'+byte(to&7), '1'+byte(to>>3))
	if k := m.Promotion(); k != board.NoKind {
		dst = append(dst, k.Letter()+'a'-'A')
	}
	return dst
}

// ParseUCI reads a move of p as the UCI protocol writes it. Castling may be written
// either way; see movegen.Resolve. The promotion may be in either case. 0000 is the
// null move, in any position. An error is a *MoveError that wraps ErrSyntax,
// ErrNoPiece or ErrInCheck.
func ParseUCI(text string, p *board.Position) (board.Move, error) {
	if text == "0000" {
		return board.NullMove, nil
	}
	var m board.Move
	var squares [6]byte
	if n := len(text); n != 4 && n != 5 {
		return 0, moveError([]byte(text), ErrSyntax)
	}
	if err := m.UnmarshalText(append(append(append(squares[:0], text[:2]...), '-'), text[2:]...)); err != nil {
		return 0, moveError([]byte(text), ErrSyntax)
	}
	if m, ok := movegen.Resolve(p, m); ok {
		return m, nil
	}
	from := bitboard.Of(m.From()) & p.Color(p.Turn)
	return 0, illegal([]byte(text), p, p.KindAt(m.From()), from, m.To(), m.Promotion())
}
