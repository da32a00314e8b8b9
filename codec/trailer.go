package codec

import (
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// The rights trailer holds what a position has beside its board. It spends
// bits only on what the board makes possible:
//
//	| 0     | turn 1 | clock | number | castling, standard | en passant |
//	| 10    | turn 1 | clock | number | castling, Chess960 | en passant |
//	| 11    | turn 1 | clock 16 | number 16 | castling 16 | en passant 6 |
//	|         turn 1 | clock | number |      where marks say the rest
//
//	clock       half-move clock, exponential Golomb of order 0
//	number      full-move number, exponential Golomb of order 4
//	standard    for White, then Black, king side, then queen side: 1 bit where
//	            the king stands on e1 (e8) and a rook on h1 or a1 (h8, a8)
//	Chess960    the same where the colour has one king on its first row: which
//	            of the rooks on that side, counted from a, 0 for no right; in
//	            as many bits as their number needs, none where there is no rook
//	en passant  only if the clock is 0: which of the squares behind pawns that
//	            can just have moved two, counted from a, 0 for none; in as many
//	            bits as their number needs
//
// The first form that can say the position is the one used.
type trailerForm uint8

const (
	standard trailerForm = iota
	chess960
	verbatim
	marked // castling and en passant are known
)

// Orders of the exponential Golomb codes, the best on the train positions.
const (
	clockOrder  = 0
	numberOrder = 4
)

// choice is one of n things, 0 <= i < n.
type choice struct{ i, n int }

func (c choice) bits() uint8 { return uint8(bits.Len(uint(c.n - 1))) }

// castlingRooks returns the rooks with which colour c may still castle to a
// side, as far as the board tells: on the first row, on that side of its only
// king there. The standard form looks only at e1, a1 and h1.
func castlingRooks(p *board.Position, c board.Color, side board.Side, f trailerForm) bitboard.Set {
	king, one := onlyKing(p, c)
	if !one {
		return 0
	}
	row := bitboard.Row1 << (56 * uint(c))
	rooks := p.Pieces(board.PieceOf(c, board.Rook)) & row
	right := row &^ (bitboard.Of(uint8(king))<<1 - 1) // above the king's square
	if side == board.KingSide {
		rooks &= right
	} else {
		rooks &^= right
	}
	if f == standard {
		if king.File() != 4 {
			return 0
		}
		rooks &= bitboard.FileA | bitboard.FileH
	}
	return rooks
}

// castlingChoice returns the choice of one right; ok is false if p's right is
// none of them.
func castlingChoice(p *board.Position, c board.Color, side board.Side, f trailerForm) (ch choice, ok bool) {
	rooks := castlingRooks(p, c, side, f)
	ch.n = rooks.Count() + 1
	raw := p.Castling >> (8*uint(c) + 4*uint(side)) & 15
	if raw == 0 {
		return ch, true
	}
	file, ok := p.Castling.RookFile(c, side)
	if !ok {
		return ch, false
	}
	s := bitboard.Of(uint8(board.SquareAt(file, homeRow(c))))
	if rooks&s == 0 {
		return ch, false
	}
	ch.i = (rooks & (s<<1 - 1)).Count()
	return ch, true
}

// jumped returns the squares that a pawn of the side not to move can just
// have jumped over: it stands before, and both squares behind it are empty.
func jumped(p *board.Position) bitboard.Set {
	empty := ^p.Occupied()
	if p.Turn == board.Black {
		pawns := p.Pieces(board.WhitePawn) & row4
		return pawns >> 8 & empty & (empty << 8)
	}
	pawns := p.Pieces(board.BlackPawn) & row5
	return pawns << 8 & empty & (empty >> 8)
}

const (
	row4 = bitboard.Row1 << 24
	row5 = bitboard.Row1 << 32
)

// enPassantChoice returns the choice of the en passant square; ok is false if
// p's is none of them.
func enPassantChoice(p *board.Position) (ch choice, ok bool) {
	ch.n = 1
	if p.HalfmoveClock == 0 {
		squares := jumped(p)
		ch.n += squares.Count()
		if s := bitboard.Of(uint8(p.EnPassant)); p.EnPassant != 0 && squares&s != 0 {
			ch.i = (squares & (s<<1 - 1)).Count()
		}
	}
	return ch, p.EnPassant == 0 || ch.i > 0
}

// choices returns the five choices of castling and en passant; ok is false if
// they cannot say what p has.
func choices(p *board.Position, f trailerForm) (all [5]choice, ok bool) {
	for i := range 4 {
		if all[i], ok = castlingChoice(p, board.Color(i>>1), board.Side(i&1), f); !ok {
			return all, false
		}
	}
	all[4], ok = enPassantChoice(p)
	return all, ok
}

// formOf returns the form by which p is written, and its choices.
func formOf(p *board.Position) (f trailerForm, all [5]choice) {
	for f = standard; f < verbatim; f++ {
		if all, ok := choices(p, f); ok {
			return f, all
		}
	}
	return verbatim, all
}

// trailerBits returns the length of the rights trailer of p. With known set
// castling and en passant are known and left out.
func trailerBits(p *board.Position, known bool) int {
	counters := golombBits(p.HalfmoveClock, clockOrder) + golombBits(p.FullmoveNumber, numberOrder)
	if known {
		return 1 + counters
	}
	f, all := formOf(p)
	switch f {
	case verbatim:
		return 2 + 1 + 16 + 16 + 16 + 6
	case chess960:
		counters++
	}
	n := 1 + 1 + counters
	for _, c := range all {
		n += int(c.bits())
	}
	return n
}

func writeTrailer(w *bitio.Writer, p *board.Position, known bool) error {
	f, all := marked, [5]choice{}
	if !known {
		f, all = formOf(p)
		w.TryWriteBits([]uint64{0, 2, 3}[f], []uint8{1, 2, 2}[f])
	}
	w.TryWriteBits(uint64(p.Turn), 1)
	if f == verbatim {
		w.TryWriteBits(uint64(p.HalfmoveClock), 16)
		w.TryWriteBits(uint64(p.FullmoveNumber), 16)
		w.TryWriteBits(uint64(p.Castling), 16)
		w.TryWriteBits(uint64(p.EnPassant), 6)
		return w.TryError
	}
	writeGolomb(w, p.HalfmoveClock, clockOrder)
	writeGolomb(w, p.FullmoveNumber, numberOrder)
	if f != marked {
		for _, c := range all {
			w.TryWriteBits(uint64(c.i), c.bits())
		}
	}
	return w.TryError
}

func readTrailer(r *bitio.Reader, p *board.Position, known bool) error {
	f := marked
	if !known {
		f = standard
		if r.TryReadBool() {
			f = chess960
			if r.TryReadBool() {
				f = verbatim
			}
		}
	}
	p.Turn = board.Color(r.TryReadBits(1))
	var err error
	if f == verbatim {
		p.HalfmoveClock = uint16(r.TryReadBits(16))
		p.FullmoveNumber = uint16(r.TryReadBits(16))
		p.Castling = board.Rights(r.TryReadBits(16))
		p.EnPassant = board.Square(r.TryReadBits(6))
	} else {
		var err2 error
		p.HalfmoveClock, err = readGolomb(r, clockOrder)
		p.FullmoveNumber, err2 = readGolomb(r, numberOrder)
		err = errors.Join(err, err2)
		if f != marked {
			err = errors.Join(err, readChoices(r, p, f))
		}
	}
	if r.TryError != nil {
		if errors.Is(r.TryError, io.EOF) {
			return fmt.Errorf("read trailer: %w", io.ErrUnexpectedEOF)
		}
		return r.TryError
	}
	if err != nil {
		return err
	}
	if f != marked {
		if want, _ := formOf(p); want != f {
			return fmt.Errorf("trailer of form %d where %d would do", f, want)
		}
	}
	return nil
}

// readChoices reads castling and en passant into p.
func readChoices(r *bitio.Reader, p *board.Position, f trailerForm) error {
	read := func(things bitboard.Set) (board.Square, bool, error) {
		if things == 0 {
			return 0, false, nil // bitio gives an old byte for no bits
		}
		c := choice{n: things.Count() + 1}
		c.i = int(r.TryReadBits(c.bits()))
		if c.i >= c.n {
			return 0, false, fmt.Errorf("trailer chooses %d of %d", c.i, c.n)
		}
		for i := 1; i < c.i; i++ {
			things = things.WithoutFirst()
		}
		return board.Square(things.First()), c.i > 0, nil
	}
	for i := range 4 {
		c, side := board.Color(i>>1), board.Side(i&1)
		s, has, err := read(castlingRooks(p, c, side, f))
		if err != nil {
			return err
		}
		if has {
			p.Castling = p.Castling.With(c, side, s.File())
		}
	}
	if p.HalfmoveClock == 0 {
		s, has, err := read(jumped(p))
		if err != nil {
			return err
		}
		if has {
			p.EnPassant = s
		}
	}
	return nil
}

// golombBits returns the length of v in the exponential Golomb code of the
// given order: as many zeros as v + 2^order has bits more than order + 1, then
// these bits.
func golombBits(v uint16, order uint8) int {
	n := bits.Len(uint(v) + 1<<order)
	return 2*n - int(order) - 1
}

func writeGolomb(w *bitio.Writer, v uint16, order uint8) {
	w.TryWriteBits(uint64(v)+1<<order, uint8(golombBits(v, order)))
}

func readGolomb(r *bitio.Reader, order uint8) (uint16, error) {
	n := order
	for !r.TryReadBool() {
		if n++; n > 16 || r.TryError != nil {
			return 0, errors.New("counter of more than 16 bits")
		}
	}
	v := uint64(1) << n
	if n > 0 { // bitio gives an old byte for no bits
		v |= r.TryReadBits(n)
	}
	v -= 1 << order
	if v > 0xffff {
		return 0, errors.New("counter of more than 16 bits")
	}
	return uint16(v), nil
}

// trailerParts describes the trailer and tells what the classic ways to write
// castling would cost.
func trailerParts(p *board.Position, known bool) (note string, others []Part) {
	clock, number := golombBits(p.HalfmoveClock, clockOrder), golombBits(p.FullmoveNumber, numberOrder)
	note = fmt.Sprintf("turn 1, half-move clock %d, move number %d", clock, number)
	if known {
		return note, nil
	}
	f, all := formOf(p)
	castling := 0
	for _, c := range all[:4] {
		castling += int(c.bits())
	}
	switch f {
	case standard:
		note = fmt.Sprintf("form 1, %s, castling %d, en passant %d", note, castling, all[4].bits())
	case chess960:
		note = fmt.Sprintf("form 2 (Chess960), %s, castling %d, en passant %d", note, castling, all[4].bits())
	default:
		castling = 16
		note = "form 3 (not possible on this board), turn 1, all else written out: 16, 16, 16, 6"
	}
	return note, []Part{
		{"castling where possible", castling, "the way in use"},
		{"castling by has-moved flags", 6, "one for each king and each rook"},
		{"castling and en passant by kinds of their own", 256 - 237, "unmoved king and rook, jumped pawn: base 16 instead of 13; free for nibbles"},
	}
}
