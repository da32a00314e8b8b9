package notation

import (
	"bytes"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// ParseSAN reads a move of p in Standard Algebraic Notation as leniently as
// Dialect.ParseSAN. It is faster, because it does not compare spellings.
func ParseSAN[T string | []byte](text T, p *board.Position) (board.Move, error) {
	s, err := read([]byte(text), p)
	if err != nil {
		return 0, err
	}
	return s.move, nil
}

// ParseSAN reads a move of p and returns how its text deviates from d. For any dialect
// it accepts SAN and long algebraic notation with
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
// *MoveError that wraps ErrSyntax, ErrNoPiece, ErrInCheck or ErrAmbiguous.
func (d Dialect) ParseSAN(text []byte, p *board.Position) (board.Move, Form, error) {
	s, err := read(text, p)
	if err != nil {
		return 0, 0, err
	}
	want := d.expected(p, s.move, s.kind)
	var silent spelling // fields that the text cannot show
	if s.from == 0 {
		silent = letterShown | bothShown | sepMask | epMask
	} else if s.move.Promotion() == board.NoKind {
		silent = promMask
	}
	return s.move, s.shown | want&silent ^ want, nil
}

// scanned holds what the text of a move says.
type scanned struct {
	kind  board.Kind
	move  board.Move   // without its origin until read finds it
	from  bitboard.Set // origins that fit the text; none for O-O and null moves
	shown spelling
}

// read reads a move of p. It lists no moves: pieces that attack the target are the
// candidates, and each is legal unless its own king is attacked after the move.
func read(text []byte, p *board.Position) (s scanned, err error) {
	if len(text) < 2 {
		return s, moveError(text, ErrSyntax)
	}
	switch text[0] {
	case 'O', 'o', '0', '-', 'Z', '@', 'n':
		return readCastling(text, p)
	}
	s, ok := scan(text)
	if !ok {
		return s, moveError(text, ErrSyntax)
	}
	if s.shown&letterShown == 0 && s.shown&bothShown == bothShown {
		s.kind = p.KindAt(s.from.First())
	}
	from := s.from & movegen.Origins(p, s.kind, s.move.To(), s.move.Promotion())
	switch {
	case from == 0 && s.kind == board.King:
		return s.castling(text, p)
	case from == 0:
		return s, illegal(text, p, s.kind, s.from, s.move.To(), s.move.Promotion())
	case from.WithoutFirst() != 0:
		return s, moveError(text, ErrAmbiguous)
	}
	s.move |= board.Move(from.First())
	return s, nil
}

// scan splits a text that is neither castling nor a null move into its parts.
func scan(text []byte) (s scanned, ok bool) {
	i, j := 0, len(text)
	s.kind, s.from = board.Pawn, ^bitboard.Set(0)
	if k := kindOf(text[0]); k != board.NoKind {
		s.kind, s.shown, i = k, letterShown, 1
	}
	if c := text[j-1]; c > '8' || c < '1' {
		if j, ok = s.scanEnd(text, i); !ok {
			return s, false
		}
	}
	if j-i < 2 {
		return s, false
	}
	file, rank := text[j-2]-'a', text[j-1]-'1'
	if file > 7 || rank > 7 {
		return s, false
	}
	s.move |= board.NewMove(0, board.SquareAt(int(file), int(rank)), board.NoKind)
	if j -= 2; i == j {
		return s, true
	}
	// What is left is the origin and the sign before the target.
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
	if i < j {
		if f := text[i] - 'a'; f < 8 {
			s.from, s.shown = bitboard.FileA<<f, s.shown|fileShown
			i++
		}
	}
	if i < j {
		if r := text[i] - '1'; r < 8 {
			s.from, s.shown = s.from&(bitboard.Rank1<<(r*8)), s.shown|rankShown
			i++
		}
	}
	return s, i == j
}

// scanEnd reads what follows the target and returns where it begins, at most at the
// end of text: promotion, remark and check sign. The rest begins at i.
func (s *scanned) scanEnd(text []byte, i int) (j int, ok bool) {
	j = len(text)
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
		return 0, false
	}
	if c := text[j-1]; c == '.' || c == 'p' {
		n := 0
		if n, s.shown = scanRemark(text[i:j], s.shown); n == 0 {
			return 0, false
		}
		j -= n
	}
	if j-i < 2 {
		return 0, false
	}
	if text[j-1] > '8' || text[j-1] < '1' {
		var prom board.Kind
		if j, prom, s.shown = scanPromotion(text, i, j, s.shown); prom == board.NoKind {
			return 0, false
		}
		s.move = board.NewMove(0, 0, prom)
	}
	return j, true
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

// castling returns s with the castling that it spells as a move of the king.
func (s scanned) castling(text []byte, p *board.Position) (scanned, error) {
	found, style := board.NullMove, spelling(castleKingMove)
	for side := board.KingSide; side <= board.QueenSide; side++ {
		m := movegen.Castling(p, side)
		toRook := s.move == m&^63
		if m == board.NullMove ||
			!toRook && s.move != board.NewMove(0, movegen.CastlingTarget(m), board.NoKind) ||
			!s.from.Has(m.From()) {
			continue
		}
		// A move to the rook's square is the more exact of the two.
		if toRook {
			found, style = m, castleTakesRook
		} else if found == board.NullMove {
			found = m
		}
	}
	if found == board.NullMove {
		return s, illegal(text, p, board.King, s.from, s.move.To(), board.NoKind)
	}
	s.move = found
	s.shown |= style << castleShift
	return s, nil
}

// readCastling reads castling written with O, 0 or o, and null moves.
func readCastling(text []byte, p *board.Position) (s scanned, err error) {
	for i, t := range nullTexts[:5] {
		if string(text) == t {
			s.shown = spelling(i) << castleShift
			return s, nil
		}
	}
	rest := text
	switch {
	case bytes.HasSuffix(rest, []byte("++")):
		s.shown, rest = checkDouble<<checkShift, rest[:len(rest)-2]
	case rest[len(rest)-1] == '+':
		s.shown, rest = checkPlus<<checkShift, rest[:len(rest)-1]
	case rest[len(rest)-1] == '#':
		s.shown, rest = checkMate<<checkShift, rest[:len(rest)-1]
	}
	o := text[0]
	switch o {
	case 'O':
	case '0':
		s.shown |= 1 << castleShift
	case 'o':
		s.shown |= 2 << castleShift
	default:
		return s, moveError(text, ErrSyntax)
	}
	side := board.KingSide
	if len(rest) == 5 && rest[3] == '-' && rest[4] == o {
		side = board.QueenSide
	} else if len(rest) != 3 {
		return s, moveError(text, ErrSyntax)
	}
	if rest[1] != '-' || rest[2] != o {
		return s, moveError(text, ErrSyntax)
	}
	s.kind = board.King
	if s.move = movegen.Castling(p, side); s.move == board.NullMove {
		rank := 7 * int(p.Turn)
		return s, illegal(text, p, board.King, bitboard.Rank1<<(8*rank), board.SquareAt([...]int{6, 2}[side], rank), board.NoKind)
	}
	return s, nil
}
