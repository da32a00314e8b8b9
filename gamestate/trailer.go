package gamestate

import (
	"errors"
	"fmt"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Trailer is a way to write what a position has beside its board. The value
// says what is left out, as a sum of the constants below; the zero Trailer
// leaves out nothing.
type Trailer uint8

// What a Trailer can leave out. Read leaves these fields of the position as
// the caller has set them.
const (
	// WithoutCastling leaves out the rights to castle.
	WithoutCastling Trailer = 1 << iota
	// WithoutEnPassant leaves out the en passant square.
	WithoutEnPassant
	// WithoutCounters leaves out the half-move clock and the move number.
	WithoutCounters
)

// ErrTrailer says that bits are no rights trailer.
var ErrTrailer = errors.New("gamestate: corrupt rights trailer")

// escapeZeros is the number of zeros that stands for the escape in place of
// the clock: seven and less begin the clocks up to 254.
const escapeZeros = 8

// BitLen returns the number of bits that Write takes for p.
func (t Trailer) BitLen(p *board.Position) int { return t.Parts(p).Sum() }

// Write writes what p has beside its board and what t leaves out. The error is
// that of w, or says which field of p is out of its type's range.
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

// Read reads into p what Write wrote. The board of p and what t leaves out
// must be there already; everything else is set. The error is ErrTrailer for
// bits that Write does not write, io.ErrUnexpectedEOF where r ends too early,
// or r's own.
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

// read does the work of Read; what it returns is of no meaning after a failed
// read of r.
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

// readRights reads castling and en passant, as far as t does not leave them
// out.
func (t Trailer) readRights(r *bitio.Reader, p *board.Position) error {
	if t&WithoutCastling == 0 {
		wide, rooks := castlingRooks(p)
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

// readOneOf reads a choice among the squares of a set and none.
func readOneOf(r *bitio.Reader, squares bitboard.Set) (s board.Square, has bool, err error) {
	c := choice{n: squares.Count() + 1}
	if c.n == 1 {
		return 0, false, nil // a width of 0 is not for bitio's reader
	}
	if c.i = int(r.TryReadBits(c.bits())); c.i >= c.n {
		return 0, false, fmt.Errorf("%w: choice %d of %d", ErrTrailer, c.i, c.n)
	}
	for range c.i - 1 {
		squares = squares.WithoutFirst()
	}
	return board.Square(squares.First()), c.i > 0, nil
}

// TrailerParts are the bits of a rights trailer by field.
type TrailerParts struct {
	Turn      int
	Clock     int // with the bits of the escape, where there is one
	Number    int
	Form      int // whether the rights are those of Chess960
	Castling  int
	EnPassant int
	Chess960  bool // the rights need the form for Chess960
	Escape    bool // the fields are written out, being impossible on this board
}

// Sum returns the number of all bits.
func (s TrailerParts) Sum() int {
	return s.Turn + s.Clock + s.Number + s.Form + s.Castling + s.EnPassant
}

// Parts says how many bits each field of p takes.
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

// The classic ways to write castling, for comparison.
const (
	// HasMovedBits is what six flags take, one for each king and each rook:
	// it has moved. They say nothing of en passant.
	HasMovedBits = 6
	// OwnKindsBits is what it takes to double the kinds that the rights hang
	// on: an unmoved king and rook and a pawn that has just jumped, for each
	// colour, make 19 contents of a square where there were 13. As integers of
	// 64 digits, 19^64 against 13^64, that is 272 bits against 237.
	OwnKindsBits = 272 - 237
	// SharedKindsBits is the same with three kinds for both colours, which
	// the rank tells apart: 16^64 against 13^64. Boards of four bits a square
	// have these 16 codes anyway and pay nothing.
	SharedKindsBits = 256 - 237
)
