// Package trailer writes the fields of a position besides its board in few bits, after the
// board: the turn, the counters, the rights to castle and the square of en passant.
package trailer

import (
	"errors"
	"fmt"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Trailer is a format for the fields of a position besides its board, the rights
// trailer. The value is a sum of the constants below, the fields to leave out; the
// zero Trailer leaves out nothing.
//
// # Format
//
// The reader must know the board; only what the board makes possible takes bits:
//
//	| turn 1 | clock | number | Chess960? 0-1 | castling | en passant |
//	   |        |        |          |              |            |
//	   |        |        |          |              |            which pawn has just
//	   |        |        |          |              |            jumped, if any can
//	   |        |        |          |              which rook, for each possible
//	   |        |        |          |              right, or none
//	   |        |        |          only where a right outside standard chess
//	   |        |        |          is possible: 1 if there is one
//	   |        |        the move number by its distance from an estimate by the
//	   |        |        missing and moved pieces, exponential Golomb of order 0-3
//	   |        half-move clock 0 to 254, exponential Golomb of order 0:
//	   |        1 is 0, 010 is 1, 011 is 2, 00100 is 3, ...
//	   1 for Black
//
//	| turn 1 | 00000000 | clock 16 | number 16 | castling 16 | en passant 6 |
//
// The second form is the escape. It is for positions that occur in FENs but in no
// game: rights without a rook, an en passant square without a pawn or with a clock
// above 0, clocks over 254. Every position has exactly one form; see section 4 of
// docs/spec/positions.md. Over the train positions the trailer takes 9.8 bits: clock
// 2.5, number 3.8, Chess960? 0.5, castling 1.6, en passant 0.3.
type Trailer uint8

// The fields that a Trailer can leave out. Read keeps them as the caller has set
// them.
const (
	// WithoutCastling leaves out the rights to castle.
	WithoutCastling Trailer = 1 << iota
	// WithoutEnPassant leaves out the en passant square.
	WithoutEnPassant
	// WithoutCounters leaves out the half-move clock and the move number.
	WithoutCounters
)

// ErrTrailer is returned for bits that are not a rights trailer.
var ErrTrailer = errors.New("trailer: corrupt rights trailer")

// escapeZeros is the number of zeros that is the escape in place of the clock: the
// codes of clocks up to 254 begin with at most seven.
const escapeZeros = 8

// BitLen returns the number of bits that Write takes for p.
func (t Trailer) BitLen(p *board.Position) int { return t.Parts(p).Sum() }

// Write writes the fields of p beside its board, except those that t leaves out. The
// error is that of w, or names a field of p that is out of its type's range.
func (t Trailer) Write(w *bitio.Writer, p *board.Position) error {
	if p.Turn > board.Black || p.EnPassant > board.H8 {
		return fmt.Errorf("gamestate: write rights trailer: side to move %d or en passant square %d out of range", p.Turn, p.EnPassant)
	}
	said, ok := t.choose(p)
	w.TryWriteBits(uint64(p.Turn), 1)
	if t&WithoutCounters != 0 {
		w.TryWriteBool(!ok)
	}
	if !ok {
		t.writeVerbatim(w, p)
		return w.TryError
	}
	if t&WithoutCounters == 0 {
		writeGolomb(w, uint32(p.HalfmoveClock), clockOrder)
		writeNumber(w, p)
	}
	if said.hasForm {
		w.TryWriteBool(said.chess960)
	}
	for _, c := range said.all {
		w.TryWriteBits(uint64(c.i), c.bits())
	}
	return w.TryError
}

// writeVerbatim writes the escape, with every field at its full width.
func (t Trailer) writeVerbatim(w *bitio.Writer, p *board.Position) {
	if t&WithoutCounters == 0 {
		w.TryWriteBits(0, escapeZeros)
		w.TryWriteBits(uint64(p.HalfmoveClock), 16)
		w.TryWriteBits(uint64(p.FullmoveNumber), 16)
	}
	if t&WithoutCastling == 0 {
		w.TryWriteBits(uint64(p.Castling), 16)
	}
	if t&WithoutEnPassant == 0 {
		w.TryWriteBits(uint64(p.EnPassant), 6)
	}
}

// Read reads into p what Write wrote. The caller sets the board of p and the fields
// that t leaves out; Read sets all others. The error is ErrTrailer for bits that
// Write does not write, io.ErrUnexpectedEOF where r ends too early, or r's own.
func (t Trailer) Read(r *bitio.Reader, p *board.Position) error {
	err := t.read(r, p)
	if r.TryError != nil {
		if errors.Is(r.TryError, io.EOF) || errors.Is(r.TryError, io.ErrUnexpectedEOF) {
			return fmt.Errorf("gamestate: read rights trailer: %w", io.ErrUnexpectedEOF)
		}
		return fmt.Errorf("gamestate: read rights trailer: %w", r.TryError)
	}
	return err
}

// read does the work of Read; its result is meaningless after a failed read of r.
func (t Trailer) read(r *bitio.Reader, p *board.Position) error {
	p.Turn = board.Color(r.TryReadBits(1))
	if t&WithoutCastling == 0 {
		p.Castling = 0
	}
	if t&WithoutEnPassant == 0 {
		p.EnPassant = 0
	}
	escape := false
	if t&WithoutCounters != 0 {
		escape = r.TryReadBool()
	} else {
		clock, ok := readGolomb(r, clockOrder, escapeZeros)
		p.HalfmoveClock, escape = uint16(clock), !ok
	}
	if r.TryError != nil {
		return nil
	}
	if escape {
		t.readVerbatim(r, p)
		if _, ok := t.choose(p); ok {
			return fmt.Errorf("%w: written out what has a shorter form", ErrTrailer)
		}
		return nil
	}
	if t&WithoutCounters == 0 {
		if err := readNumber(r, p); err != nil {
			return err
		}
	}
	return t.readRights(r, p)
}

func (t Trailer) readVerbatim(r *bitio.Reader, p *board.Position) {
	if t&WithoutCounters == 0 {
		p.HalfmoveClock = uint16(r.TryReadBits(16))
		p.FullmoveNumber = uint16(r.TryReadBits(16))
	}
	if t&WithoutCastling == 0 {
		p.Castling = board.Rights(r.TryReadBits(16))
	}
	if t&WithoutEnPassant == 0 {
		p.EnPassant = board.Square(r.TryReadBits(6))
	}
}

// readRights reads castling and en passant, unless t leaves them out.
func (t Trailer) readRights(r *bitio.Reader, p *board.Position) error {
	if t&WithoutCastling == 0 {
		wide, rooks := CastlingRooks(p)
		chess960 := wide != rooks && r.TryReadBool()
		if chess960 {
			rooks = wide
		}
		for i, set := range rooks {
			s, has, err := readOneOf(r, set)
			if err != nil {
				return err
			}
			if has {
				p.Castling = p.Castling.With(board.Color(i>>1), board.Side(i&1), s.File())
			}
		}
		if said, _ := t.choose(p); chess960 && !said.chess960 {
			return fmt.Errorf("%w: rights of the standard game in the form for Chess960", ErrTrailer)
		}
	}
	if t&WithoutEnPassant == 0 && t.clockAllowsEnPassant(p) {
		s, has, err := readOneOf(r, p.Jumped())
		if err != nil {
			return err
		}
		if has {
			p.EnPassant = s
		}
	}
	return nil
}

// readOneOf reads a square of the set, or none.
func readOneOf(r *bitio.Reader, squares bitboard.Set) (s board.Square, has bool, err error) {
	c := choice{n: squares.Count() + 1}
	if c.n == 1 {
		return 0, false, nil // bitio's reader does not take a width of 0
	}
	if c.i = int(r.TryReadBits(c.bits())); c.i >= c.n {
		return 0, false, fmt.Errorf("%w: choice %d of %d", ErrTrailer, c.i, c.n)
	}
	for range c.i - 1 {
		squares = squares.WithoutFirst()
	}
	return squares.First(), c.i > 0, nil
}

// TrailerParts are the bits of a rights trailer by field.
type TrailerParts struct {
	Turn      int
	Clock     int // with the bits of the escape, if any
	Number    int
	Form      int // whether the rights are those of Chess960
	Castling  int
	EnPassant int
	Chess960  bool // the rights need the form for Chess960
	Escape    bool // the fields are written verbatim, being impossible on this board
}

// Sum returns the number of all bits.
func (s TrailerParts) Sum() int {
	return s.Turn + s.Clock + s.Number + s.Form + s.Castling + s.EnPassant
}

// Parts returns the number of bits that each field of p takes.
func (t Trailer) Parts(p *board.Position) TrailerParts {
	said, ok := t.choose(p)
	s := TrailerParts{Turn: 1, Chess960: said.chess960, Escape: !ok}
	if t&WithoutCounters != 0 {
		s.Clock = 1
	} else if ok {
		s.Clock, s.Number = golombBits(uint32(p.HalfmoveClock), clockOrder), numberBits(p)
	} else {
		s.Clock, s.Number = escapeZeros+16, 16
	}
	if !ok {
		if t&WithoutCastling == 0 {
			s.Castling = 16
		}
		if t&WithoutEnPassant == 0 {
			s.EnPassant = 6
		}
		return s
	}
	if said.hasForm {
		s.Form = 1
	}
	for _, c := range said.all[:4] {
		s.Castling += int(c.bits())
	}
	s.EnPassant = int(said.all[4].bits())
	return s
}

// The sizes of older ways to store castling, for comparison.
const (
	// HasMovedBits is the size of six flags, one for each king and rook: it has
	// moved. En passant is not included.
	HasMovedBits = 6
	// OwnKindsBits is the cost of extra kinds of pieces for an unmoved king, an
	// unmoved rook and a pawn that has just jumped, in each colour: a square then has
	// 19 contents instead of 13. As integers of 64 digits, 19^64 takes 272 bits and
	// 13^64 takes 237.
	OwnKindsBits = 272 - 237
	// SharedKindsBits is the same with three kinds for both colours, which the rank
	// distinguishes: 16^64 instead of 13^64. Boards of four bits a square have 16
	// codes anyway and pay nothing.
	SharedKindsBits = 256 - 237
)
