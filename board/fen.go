package board

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
)

// ParseFEN reads a position in Forsyth-Edwards notation. It accepts the rights to
// castle in all three spellings: KQkq, the rook files of Shredder-FEN, and X-FEN,
// where K and Q mean the outermost rook on their side of the king.
//
// It accepts more than the standard, because real files need it:
//
//   - fields are separated by one or more blanks, and blanks around the text are ignored;
//   - the counters may be missing: the clock is then 0 and the move number 1;
//   - counters are 0 to 65535;
//   - a right without king or rook at home is kept: K stands for the rook file
//     h and Q for a where no rook of theirs is found;
//   - the letters of the rights may come in any order, but none twice;
//   - any square of rank 3 or 6 is kept as the en passant square;
//   - any board of eight ranks of eight squares is taken, even without kings.
//
// Everything else is a *FENError, which names the field and the reason.
func ParseFEN(s string) (Position, error) {
	var p Position
	t := fenText{s: s}
	if err := t.position(&p); err != nil {
		return Position{}, err
	}
	if _, err := t.counters(&p); err != nil {
		return Position{}, err
	}
	if t.skip(); t.i < len(s) {
		return Position{}, t.fail(fieldEnd, t.i, t.i, "text after the move number")
	}
	return p, nil
}

// MustParseFEN is ParseFEN for a FEN in the program's own text, as in tests and
// variables. It panics if s is not a FEN.
func MustParseFEN(s string) Position {
	p, err := ParseFEN(s)
	if err != nil {
		panic(err)
	}
	return p
}

// AppendFEN appends p in Forsyth-Edwards notation with all six fields, and returns
// the extended slice. Rights are in X-FEN: KQkq where that identifies the rook,
// otherwise the letter of the rook's file. ParseFEN reads back a position that it has
// read before.
func (p *Position) AppendFEN(dst []byte) []byte {
	return p.appendCounters(p.appendFields(dst, xfenLetter))
}

// AppendShredderFEN appends p as AppendFEN does, but with the rights to castle
// as rook files, such as HAha.
func (p *Position) AppendShredderFEN(dst []byte) []byte {
	return p.appendCounters(p.appendFields(dst, shredderLetter))
}

// String returns p in Forsyth-Edwards notation, as AppendFEN writes it.
func (p Position) String() string {
	var a [96]byte
	return string(p.AppendFEN(a[:0]))
}

// AppendText appends p as AppendFEN does. The error is always nil.
func (p Position) AppendText(dst []byte) ([]byte, error) { return p.AppendFEN(dst), nil }

// MarshalText returns p in Forsyth-Edwards notation. The error is always nil.
func (p Position) MarshalText() ([]byte, error) { return p.AppendFEN(nil), nil }

// UnmarshalText sets p to the position that ParseFEN reads from text. On an
// error p stays as it was.
func (p *Position) UnmarshalText(text []byte) error {
	q, err := ParseFEN(string(text))
	if err == nil {
		*p = q
	}
	return err
}

// The meanings of a byte in the board field, besides the pieces 1 to 12.
const (
	byteBad   = 0
	byteSkip1 = 16 // '1' to '8' are byteSkip1 to byteSkip1+7
	byteSlash = 32
	byteBlank = 33
)

// boardBytes gives each byte its meaning in the board field.
var boardBytes = func() (t [256]uint8) {
	for p := WhitePawn; p <= BlackKing; p++ {
		t[p.Letter()] = uint8(p)
	}
	for n := range 8 {
		t['1'+n] = byteSkip1 + uint8(n)
	}
	t['/'] = byteSlash
	t[' '], t['\t'], t['\r'], t['\n'] = byteBlank, byteBlank, byteBlank, byteBlank
	return t
}()

// fenText reads the fields of a FEN or EPD text one after the other.
type fenText struct {
	s   string
	i   int
	epd bool // a semicolon ends a field
}

func (t *fenText) fail(field string, start, at int, format string, args ...any) error {
	end := start
	for end < len(t.s) && end < start+80 && boardBytes[t.s[end]] != byteBlank {
		end++
	}
	return &FENError{Field: field, Offset: at, Text: strings.Clone(t.s[start:end]), Msg: fmt.Sprintf(format, args...)}
}

func (t *fenText) skip() {
	for t.i < len(t.s) && boardBytes[t.s[t.i]] == byteBlank {
		t.i++
	}
}

// atEnd reports whether the current field is over.
func (t *fenText) atEnd() bool {
	return t.i >= len(t.s) || boardBytes[t.s[t.i]] == byteBlank || t.epd && t.s[t.i] == ';'
}

// position reads the first four fields.
func (t *fenText) position(p *Position) error {
	if err := t.board(&p.Board); err != nil {
		return err
	}
	if err := t.turn(p); err != nil {
		return err
	}
	if err := t.castling(p); err != nil {
		return err
	}
	return t.enPassant(p)
}

func (t *fenText) board(b *Board) error {
	t.skip()
	start := t.i
	var planes [4]bitboard.Set
	rank, file := 7, 0
	for ; t.i < len(t.s); t.i++ {
		code := boardBytes[t.s[t.i]]
		switch {
		case code == byteBad:
			return t.fail(fieldBoard, start, t.i, "%q is neither a piece, a number of empty squares nor a slash", t.s[t.i])
		case code <= uint8(BlackKing):
			if file > 7 {
				return t.fail(fieldBoard, start, t.i, "rank %d has more than 8 squares", rank+1)
			}
			k, m := Piece(code).Kind(), bitboard.Of(Square(rank<<3|file))
			planes[0] |= m & -bitboard.Set(k&1)
			planes[1] |= m & -bitboard.Set(k>>1&1)
			planes[2] |= m & -bitboard.Set(k>>2)
			planes[3] |= m & -bitboard.Set(Piece(code).Color())
			file++
		case code < byteSlash:
			if file += int(code - byteSkip1 + 1); file > 8 {
				return t.fail(fieldBoard, start, t.i, "rank %d has more than 8 squares", rank+1)
			}
		default: // a slash, or a blank after the field
			if file < 8 {
				return t.fail(fieldBoard, start, t.i, "rank %d has only %d squares", rank+1, file)
			}
			if code == byteBlank {
				if rank > 0 {
					return t.fail(fieldBoard, start, t.i, "only %d ranks", 8-rank)
				}
				b.planes = planes
				return nil
			}
			if rank == 0 {
				return t.fail(fieldBoard, start, t.i, "more than 8 ranks")
			}
			rank, file = rank-1, 0
		}
	}
	if start == t.i {
		return t.fail(fieldBoard, start, t.i, "the text is empty")
	}
	if rank > 0 || file < 8 {
		return t.fail(fieldBoard, start, t.i, "the text ends in rank %d", rank+1)
	}
	return t.fail(fieldTurn, t.i, t.i, "missing")
}

func (t *fenText) turn(p *Position) error {
	t.skip()
	start := t.i
	if t.atEnd() {
		return t.fail(fieldTurn, start, start, "missing")
	}
	switch t.s[t.i] {
	case 'w':
		p.Turn = White
	case 'b':
		p.Turn = Black
	default:
		return t.fail(fieldTurn, start, start, "neither w nor b")
	}
	if t.i++; !t.atEnd() {
		return t.fail(fieldTurn, start, t.i, "neither w nor b")
	}
	return nil
}

func (t *fenText) castling(p *Position) error {
	t.skip()
	start := t.i
	if t.atEnd() {
		return t.fail(fieldCastling, start, start, "missing")
	}
	if t.s[t.i] == '-' {
		if t.i++; !t.atEnd() {
			return t.fail(fieldCastling, start, t.i, "text after the -")
		}
		return nil
	}
	for ; !t.atEnd(); t.i++ {
		c, side, file, ok := p.readRight(t.s[t.i])
		if !ok {
			return t.fail(fieldCastling, start, t.i, "%q is not a castling letter", t.s[t.i])
		}
		if old, has := p.Castling.RookFile(c, side); has {
			return t.fail(fieldCastling, start, t.i, "%q is a second right of %s to the side where the rook of file %c has one", t.s[t.i], c, 'a'+old)
		}
		p.Castling = p.Castling.With(c, side, file)
	}
	return nil
}

func (t *fenText) enPassant(p *Position) error {
	t.skip()
	start := t.i
	if t.atEnd() {
		return t.fail(fieldEnPassant, start, start, "missing")
	}
	if t.s[t.i] == '-' {
		if t.i++; !t.atEnd() {
			return t.fail(fieldEnPassant, start, t.i, "text after the -")
		}
		return nil
	}
	file := int(t.s[t.i]) - 'a'
	if t.i++; uint(file) > 7 || t.atEnd() {
		return t.fail(fieldEnPassant, start, start, "neither - nor a square")
	}
	rank := int(t.s[t.i]) - '1'
	if t.i++; uint(rank) > 7 || !t.atEnd() {
		return t.fail(fieldEnPassant, start, start, "neither - nor a square")
	}
	if rank != 2 && rank != 5 {
		return t.fail(fieldEnPassant, start, start, "no pawn jumps over a square of rank %d", rank+1)
	}
	p.EnPassant = SquareAt(file, rank)
	return nil
}

// counters reads those of the last two fields that are there, and returns their
// number.
func (t *fenText) counters(p *Position) (n int, err error) {
	p.HalfmoveClock, p.FullmoveNumber = 0, 1
	for n < 2 {
		if t.skip(); t.atEnd() {
			break
		}
		if c := t.s[t.i]; t.epd && (c < '0' || c > '9') {
			break // an opcode
		}
		field, dst := fieldClock, &p.HalfmoveClock
		if n == 1 {
			field, dst = fieldNumber, &p.FullmoveNumber
		}
		start := t.i
		v := 0
		for ; !t.atEnd(); t.i++ {
			d := t.s[t.i] - '0'
			if d > 9 {
				return n, t.fail(field, start, t.i, "%q is not a digit", t.s[t.i])
			}
			if v = v*10 + int(d); v > 65535 {
				return n, t.fail(field, start, t.i, "more than 65535")
			}
		}
		*dst = uint16(v)
		n++
	}
	return n, nil
}

// appendFields appends the first four fields, without a blank at the end.
func (p *Position) appendFields(dst []byte, letter func(*Position, Color, Side, int) byte) []byte {
	occ := p.Occupied()
	for rank := 7; rank >= 0; rank-- {
		next := rank << 3 // the first square of the rank not yet written
		for s := occ & (bitboard.Rank1 << (rank << 3)); s != 0; s = s.WithoutFirst() {
			sq := int(s.First())
			if sq > next {
				dst = append(dst, '0'+byte(sq-next))
			}
			dst = append(dst, pieceLetters[p.At(Square(sq))])
			next = sq + 1
		}
		if n := (rank+1)<<3 - next; n > 0 {
			dst = append(dst, '0'+byte(n))
		}
		dst = append(dst, '/')
	}
	dst[len(dst)-1] = ' ' // instead of the slash after rank 1
	if p.Turn == White {
		dst = append(dst, 'w', ' ')
	} else {
		dst = append(dst, 'b', ' ')
	}
	n := len(dst)
	for _, c := range [2]Color{White, Black} {
		for _, side := range [2]Side{KingSide, QueenSide} {
			if file, ok := p.Castling.RookFile(c, side); ok {
				dst = append(dst, letter(p, c, side, file))
			}
		}
	}
	if len(dst) == n {
		dst = append(dst, '-')
	}
	if p.EnPassant == 0 {
		return append(dst, ' ', '-')
	}
	return append(dst, ' ', 'a'+byte(p.EnPassant&7), '1'+byte(p.EnPassant>>3&7))
}

func (p *Position) appendCounters(dst []byte) []byte {
	dst = strconv.AppendUint(append(dst, ' '), uint64(p.HalfmoveClock), 10)
	return strconv.AppendUint(append(dst, ' '), uint64(p.FullmoveNumber), 10)
}

// homeRank returns the set of the squares of c's first rank, and its lowest
// square.
func homeRank(c Color) (bitboard.Set, Square) {
	if c == Black {
		return bitboard.Rank8, A8
	}
	return bitboard.Rank1, A1
}

// homeKing returns the file of the king of c on its first rank (the lowest, if
// there are several), or -1.
func (b *Board) homeKing(c Color) int {
	rank, first := homeRank(c)
	kings := b.Kind(King) & b.Color(c) & rank
	if kings == 0 {
		return -1
	}
	return int(kings.First()) - int(first)
}

// outerRook returns the file of the outermost rook of c on the first rank, on the
// given side of the king; if there is none, the rook's file in standard chess.
func (b *Board) outerRook(c Color, side Side) int {
	rank, first := homeRank(c)
	king := b.homeKing(c)
	rooks := uint8(b.Kind(Rook) & b.Color(c) & rank >> first)
	if side == KingSide {
		if file := bits.Len8(rooks) - 1; king >= 0 && file > king {
			return file
		}
		return 7
	}
	if file := bits.TrailingZeros8(rooks); file < king {
		return file
	}
	return 0
}

// readRight reads one letter of the castling field.
func (b *Board) readRight(letter byte) (c Color, side Side, file int, ok bool) {
	if letter >= 'a' {
		c, letter = Black, letter-('a'-'A')
	}
	switch {
	case letter == 'K':
		return c, KingSide, b.outerRook(c, KingSide), true
	case letter == 'Q':
		return c, QueenSide, b.outerRook(c, QueenSide), true
	case letter < 'A' || letter > 'H':
		return c, side, 0, false
	}
	file = int(letter - 'A')
	king := b.homeKing(c)
	if king < 0 {
		king = 4 // without a king at home, the e file counts
		if file >= king {
			return c, KingSide, file, true
		}
	}
	if file < king {
		side = QueenSide
	}
	return c, side, file, file != king
}

// sideLetter returns K, Q, k or q.
func sideLetter(c Color, side Side) byte { return "KQkq"[2*c+Color(side)] }

// xfenLetter returns the letter of a right in X-FEN.
func xfenLetter(p *Position, c Color, side Side, file int) byte {
	if p.outerRook(c, side) == file {
		return sideLetter(c, side)
	}
	return 'A' + byte(file) + byte(c)*('a'-'A')
}

// shredderLetter returns the letter of a right in Shredder-FEN: the rook's file,
// except where ParseFEN would read that as another right.
func shredderLetter(p *Position, c Color, side Side, file int) byte {
	l := 'A' + byte(file) + byte(c)*('a'-'A')
	if _, s, f, ok := p.readRight(l); ok && s == side && f == file {
		return l
	}
	return xfenLetter(p, c, side, file)
}
