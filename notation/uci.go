package notation

import (
	"github.com/chesszip/chesszip/board"
)

// UCI returns the legal move m of p as the UCI protocol writes it; see
// AppendUCI.
func UCI(p *board.Position, m board.Move, chess960 bool) string {
	var text [8]byte
	return string(AppendUCI(text[:0], p, m, chess960))
}

// AppendUCI appends the legal move m of p as the UCI protocol writes it: e2e4,
// e7e8q, and 0000 for the null move. Castling is the king's way, e1g1, or,
// where chess960 is set, the king taking its rook, e1h1. The extended slice is
// returned.
func AppendUCI(dst []byte, p *board.Position, m board.Move, chess960 bool) []byte {
	if m == board.NullMove {
		return append(dst, "0000"...)
	}
	to := m.To()
	if !chess960 && isCastling(p, m) {
		to = kingTarget(m)
	}
	from := m.From()
	dst = append(dst, 'a'+byte(from&7), '1'+byte(from>>3), 'a'+byte(to&7), '1'+byte(to>>3))
	if k := m.Promotion(); k != board.NoKind {
		dst = append(dst, k.Letter()+'a'-'A')
	}
	return dst
}

// ParseUCI reads a move of p as the UCI protocol writes it. Legal holds the
// legal moves of p in any order. Castling may be written either way; where the
// king's way to its target is a plain king move too, as can be in Chess960,
// the plain move is meant. The promotion may be in either case. 0000 is the
// null move, in any position. An error is a *MoveError and wraps ErrSyntax or
// ErrIllegal.
func ParseUCI(text string, p *board.Position, legal []board.Move) (board.Move, error) {
	if text == "0000" {
		return board.NullMove, nil
	}
	if len(text) < 4 || len(text) > 5 {
		return 0, moveError([]byte(text), ErrSyntax)
	}
	fromFile, fromRow := text[0]-'a', text[1]-'1'
	toFile, toRow := text[2]-'a', text[3]-'1'
	if fromFile > 7 || fromRow > 7 || toFile > 7 || toRow > 7 {
		return 0, moveError([]byte(text), ErrSyntax)
	}
	prom := board.NoKind
	if len(text) == 5 {
		c := text[4]
		if c >= 'a' {
			c -= 'a' - 'A'
		}
		if prom = kindOf(c); prom == board.NoKind {
			return 0, moveError([]byte(text), ErrSyntax)
		}
	}
	want := board.NewMove(board.SquareAt(int(fromFile), int(fromRow)), board.SquareAt(int(toFile), int(toRow)), prom)
	found := board.NullMove
	for _, m := range legal {
		if m == want {
			return m, nil
		}
		if m&63 == want&63 && isCastling(p, m) && board.NewMove(m.From(), kingTarget(m), board.NoKind) == want {
			found = m
		}
	}
	if found == board.NullMove {
		return 0, moveError([]byte(text), ErrIllegal)
	}
	return found, nil
}
