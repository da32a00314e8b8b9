package notation

import (
	"bytes"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// ParseSAN reads a move of p in Standard Algebraic Notation as leniently as
// Dialect.ParseSAN.
func ParseSAN(text string, p *board.Position) (board.Move, error) {
	var moves [64]board.Move
	m, _, err := Standard.ParseSAN([]byte(text), p, movegen.AppendLegal(moves[:0], p))
	return m, err
}

// ParseSAN reads a move of p and returns how its text deviates from d. Legal holds
// the legal moves of p in any order. For any dialect it accepts SAN and long
// algebraic notation with
//
//   - more of the origin than needed, or less if only one move is legal;
//   - the signs of capture, check and mate missing, wrong or too many; captures
//     marked by a colon; a dash before the target;
//   - the promotion as =Q, Q, (Q) or /Q, in either case;
//   - "e.p.", " e.p." or "ep" after any move of a pawn;
//   - castling as O-O, 0-0 or o-o, as a move of the king to its target or to
//     the rook's square;
//   - coordinates without letters, as in UCI;
//   - null moves written --, Z0, @@@@, null or 0000, in any position.
//
// AppendForm of d with the move and the form gives the same text again. An error is a
// *MoveError that wraps ErrSyntax, ErrIllegal or ErrAmbiguous.
func (d Dialect) ParseSAN(text []byte, p *board.Position, legal []board.Move) (board.Move, Form, error) {
	if len(text) < 2 {
		return 0, 0, moveError(text, ErrSyntax)
	}
	switch text[0] {
	case 'O', 'o', '0', '-', 'Z', '@', 'n':
		return d.parseCastling(text, p, legal)
	}
	s, ok := scan(text)
	if !ok {
		return 0, 0, moveError(text, ErrSyntax)
	}
	kind := s.kind
	if s.shown&letterShown == 0 && s.shown&bothShown == bothShown {
		kind = p.KindAt(board.SquareAt(int(s.file), int(s.rank)))
	}
	from := origins(p, s.move, kind, legal)
	if kind == board.King && p.Color(p.Turn).Has(uint8(s.move.To())) {
		from = 0 // castling, by taking the rook
	}
	named := from
	if s.shown&fileShown != 0 {
		named &= bitboard.FileA << s.file
	}
	if s.shown&rankShown != 0 {
		named &= bitboard.Rank1 << (s.rank * 8)
	}
	m := s.move
	switch {
	case named == 0 && kind == board.King:
		var err error
		if m, err = s.castling(text, p, legal); err != nil {
			return 0, 0, err
		}
		if m.To() == s.move.To() {
			s.shown |= castleTakesRook << castleShift
		} else {
			s.shown |= castleKingMove << castleShift
		}
	case named == 0:
		return 0, 0, moveError(text, ErrIllegal)
	case named.WithoutFirst() != 0:
		return 0, 0, moveError(text, ErrAmbiguous)
	default:
		m |= board.Move(named.First())
	}
	want := d.expected(p, m, kind, from)
	if m.Promotion() == board.NoKind {
		s.shown |= want & promMask // which the text does not show
	}
	return m, s.shown ^ want, nil
}

// scanned holds the parts of the text of a move.
type scanned struct {
	kind       board.Kind
	move       board.Move // without its origin
	file, rank uint8      // of the origin, where shown
	shown      spelling   // without the castling field
}

// scan splits a text that is neither castling nor a null move into its parts.
func scan(text []byte) (s scanned, ok bool) {
	i, j := 0, len(text)
	s.kind = board.Pawn
	if k := kindOf(text[0]); k != board.NoKind {
		s.kind, s.shown, i = k, letterShown, 1
	}
	// From the end: check sign, remark, promotion, target.
	switch text[j-1] {
	case '+':
		s.shown |= checkPlus << checkShift
		if j--; text[j-1] == '+' {
			s.shown |= checkDouble << checkShift
			j--
		}
	case '#':
		s.shown |= checkMate << checkShift
		j--
	}
	if j-i < 2 {
		return s, false
	}
	if c := text[j-1]; c == '.' || c == 'p' {
		n := 0
		if n, s.shown = scanRemark(text[i:j], s.shown); n == 0 {
			return s, false
		}
		j -= n
	}
	if j-i < 2 {
		return s, false
	}
	if text[j-1] > '8' || text[j-1] < '1' {
		var prom board.Kind
		if j, prom, s.shown = scanPromotion(text, i, j, s.shown); prom == board.NoKind {
			return s, false
		}
		s.move = board.NewMove(0, 0, prom)
	}
	file, rank := text[j-2]-'a', text[j-1]-'1'
	if file > 7 || rank > 7 {
		return s, false
	}
	s.move |= board.NewMove(0, board.SquareAt(int(file), int(rank)), board.NoKind)
	j -= 2
	// What is left is the origin and the sign before the target.
	if i < j {
		switch text[j-1] {
		case 'x':
			s.shown |= sepX << sepShift
			j--
		case ':':
			s.shown |= sepColon << sepShift
			j--
		case '-':
			s.shown |= sepDash << sepShift
			j--
		}
	}
	if i < j {
		if f := text[i] - 'a'; f < 8 {
			s.file, s.shown = f, s.shown|fileShown
			i++
		}
	}
	if i < j {
		if r := text[i] - '1'; r < 8 {
			s.rank, s.shown = r, s.shown|rankShown
			i++
		}
	}
	return s, i == j
}

// scanRemark reads "e.p.", " e.p." or "ep" at the end of text and returns its
// length, 0 if there is none.
func scanRemark(text []byte, shown spelling) (int, spelling) {
	switch {
	case bytes.HasSuffix(text, []byte(" e.p.")):
		return 5, shown | 3<<epShift
	case bytes.HasSuffix(text, []byte("e.p.")):
		return 4, shown | 1<<epShift
	case bytes.HasSuffix(text, []byte("ep")):
		return 2, shown | 2<<epShift
	}
	return 0, shown
}

// scanPromotion reads the promotion that ends at j and returns where it begins, at
// least a target's length after i. text[i:j] holds at least two bytes.
func scanPromotion(text []byte, i, j int, shown spelling) (int, board.Kind, spelling) {
	parens := text[j-1] == ')'
	if parens {
		j--
	}
	c := text[j-1]
	if c >= 'a' {
		c -= 'a' - 'A'
		shown |= 4 << promShift
	}
	j--
	kind := kindOf(c)
	if kind == board.Pawn || kind == board.King || j <= i {
		return 0, board.NoKind, shown
	}
	switch b := text[j-1]; {
	case parens:
		if b != '(' {
			return 0, board.NoKind, shown
		}
		shown |= 2 << promShift
		j--
	case b == '=':
		j--
	case b == '/':
		shown |= 3 << promShift
		j--
	default:
		shown |= 1 << promShift
	}
	if j-i < 2 {
		return 0, board.NoKind, shown
	}
	return j, kind, shown
}

func kindOf(letter byte) board.Kind {
	switch letter {
	case 'P':
		return board.Pawn
	case 'N':
		return board.Knight
	case 'B':
		return board.Bishop
	case 'R':
		return board.Rook
	case 'Q':
		return board.Queen
	case 'K':
		return board.King
	}
	return board.NoKind
}

// castling returns the castling that s spells as a move of the king.
func (s *scanned) castling(text []byte, p *board.Position, legal []board.Move) (board.Move, error) {
	found := board.NullMove
	for _, m := range legal {
		if !movegen.IsCastling(p, m) ||
			s.move != m&^63 && s.move != board.NewMove(0, movegen.CastlingTarget(m), board.NoKind) ||
			s.shown&fileShown != 0 && int(s.file) != m.From().File() ||
			s.shown&rankShown != 0 && int(s.rank) != m.From().Rank() {
			continue
		}
		// A move to the rook's square is the more exact of the two.
		if found == board.NullMove || s.move == m&^63 {
			found = m
		}
	}
	if found == board.NullMove {
		return 0, moveError(text, ErrIllegal)
	}
	return found, nil
}

// parseCastling reads castling written with O, 0 or o, and null moves.
func (d Dialect) parseCastling(text []byte, p *board.Position, legal []board.Move) (board.Move, Form, error) {
	for i, t := range nullTexts[:5] {
		if string(text) == t {
			return board.NullMove, Form(i) << castleShift, nil
		}
	}
	var s spelling
	rest := text
	switch {
	case bytes.HasSuffix(rest, []byte("++")):
		s, rest = checkDouble<<checkShift, rest[:len(rest)-2]
	case rest[len(rest)-1] == '+':
		s, rest = checkPlus<<checkShift, rest[:len(rest)-1]
	case rest[len(rest)-1] == '#':
		s, rest = checkMate<<checkShift, rest[:len(rest)-1]
	}
	o := text[0]
	switch o {
	case 'O':
	case '0':
		s |= 1 << castleShift
	case 'o':
		s |= 2 << castleShift
	default:
		return 0, 0, moveError(text, ErrSyntax)
	}
	long := len(rest) == 5 && rest[3] == '-' && rest[4] == o
	if len(rest) != 3 && !long || rest[1] != '-' || rest[2] != o {
		return 0, 0, moveError(text, ErrSyntax)
	}
	for _, m := range legal {
		if movegen.IsCastling(p, m) && m.To() < m.From() == long {
			want := d.expected(p, m, board.King, 0)
			s |= want & (letterShown | bothShown | sepMask | epMask) // which the text does not show
			return m, s ^ want, nil
		}
	}
	return 0, 0, moveError(text, ErrIllegal)
}
