package piecelist

import (
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Layout is the scheme of a list of pieces with one way to write the pawns.
// The zero Layout is Combinations.
type Layout uint8

// The layouts; see the package comment.
const (
	Combinations Layout = iota
	Base48
	Picks
	SkippingPicks
)

// String returns a description of the layout.
func (l Layout) String() string {
	switch l {
	case Combinations:
		return "combinations"
	case Base48:
		return "base 48"
	case Picks:
		return "ordered picks"
	case SkippingPicks:
		return "picks that skip taken squares"
	}
	return fmt.Sprintf("Layout(%d)", uint8(l))
}

// pawnRows are the 48 squares on which pawns can stand.
const pawnRows = ^(bitboard.Rank1 | bitboard.Rank8)

// Limits of a side, by the width of the fields.
const (
	maxPawns  = 8
	maxPieces = 15
)

// Side is the size in bits of each field of one colour.
type Side struct {
	King       int `json:"king"`
	HasPawns   int `json:"has_pawns"`
	PawnCount  int `json:"pawn_count"`
	Pawns      int `json:"pawns"`
	PieceCount int `json:"piece_count"`
	Pieces     int `json:"pieces"`
}

// Bits returns the sum of the fields.
func (s Side) Bits() int {
	return s.King + s.HasPawns + s.PawnCount + s.Pawns + s.PieceCount + s.Pieces
}

// Sides returns the sizes of White's and Black's fields, or an board.ErrUnfit.
func (l Layout) Sides(b *board.Board) (sides [2]Side, err error) {
	if l > SkippingPicks {
		return sides, fmt.Errorf("piecelist: no such layout: %v", l)
	}
	for c := board.White; c <= board.Black; c++ {
		all := b.Color(c)
		kings, pawns := b.Kind(board.King)&all, b.Kind(board.Pawn)&all
		switch n := kings.Count(); {
		case n != 1:
			return sides, fmt.Errorf("%w: %v has %d kings", board.ErrUnfit, c, n)
		case pawns&^pawnRows != 0:
			return sides, fmt.Errorf("%w: pawn on %v", board.ErrUnfit, (pawns &^ pawnRows).First())
		case pawns.Count() > maxPawns:
			return sides, fmt.Errorf("%w: %v has %d pawns, want at most %d", board.ErrUnfit, c, pawns.Count(), maxPawns)
		}
		pieces := (all &^ kings &^ pawns).Count()
		if pieces > maxPieces {
			return sides, fmt.Errorf("%w: %v has %d pieces beside king and pawns, want at most %d", board.ErrUnfit, c, pieces, maxPieces)
		}
		sides[c] = Side{King: 6, HasPawns: 1, PieceCount: 4, Pieces: 8 * pieces}
		if pawns != 0 {
			sides[c].PawnCount = 3
			sides[c].Pawns = l.pawnBits(pawns.Count(), l.free(b.Kind(board.Pawn)&b.Color(board.White), c).Count())
		}
	}
	return sides, nil
}

// free returns the squares on which c's pawns can stand, given White's.
func (l Layout) free(whitePawns bitboard.Set, c board.Color) bitboard.Set {
	if c == board.Black && (l == Combinations || l == SkippingPicks) {
		return pawnRows &^ whitePawns
	}
	return pawnRows
}

// values returns the number of values of the field of k pawns on n squares. The
// largest is 48^8 < 2^45.
func (l Layout) values(k, n int) uint64 {
	if l == Combinations {
		return bitboard.Choose(n, k)
	}
	v := uint64(1)
	for i := range k {
		v *= l.radix(i, n)
	}
	return v
}

// radix returns the radix of the digit of the i-th pawn on n squares.
func (l Layout) radix(i, n int) uint64 {
	if l == Base48 {
		return uint64(n)
	}
	return uint64(n - i)
}

func (l Layout) pawnBits(k, n int) int { return bits.Len64(l.values(k, n) - 1) }

// pawnValue returns the value of the field of the pawns on free squares.
func (l Layout) pawnValue(pawns, free bitboard.Set) (v uint64) {
	if l == Combinations {
		return pawns.Number(free)
	}
	n := free.Count()
	for i := 0; pawns != 0; i++ {
		place := uint64((free & (pawns&-pawns - 1)).Count())
		if l != Base48 {
			place -= uint64(i) // the earlier pawns are on lower squares
		}
		v = v*l.radix(i, n) + place
		pawns = pawns.WithoutFirst()
	}
	return v
}

// pawnSet is the inverse of pawnValue for k pawns; msg says why v is not a value.
func (l Layout) pawnSet(v uint64, k int, free bitboard.Set) (pawns bitboard.Set, msg string) {
	n := free.Count()
	if v >= l.values(k, n) {
		return 0, fmt.Sprintf("set of %d pawns on %d squares has number %d, too large", k, n, v)
	}
	if l == Combinations {
		pawns, _ = bitboard.Subset(v, k, free)
		return pawns, ""
	}
	var squares [64]board.Square
	for i, rest := 0, free; rest != 0; i, rest = i+1, rest.WithoutFirst() {
		squares[i] = rest.First()
	}
	before := n // place of the next pawn
	for i := k - 1; i >= 0; i-- {
		r := l.radix(i, n)
		place := int(v % r)
		v /= r
		if l != Base48 {
			place += i
		}
		if place >= before {
			return 0, "pawns are not in the order of their squares"
		}
		before = place
		pawns |= bitboard.Of(squares[place])
	}
	return pawns, ""
}

// BitLen returns the number of bits that Write writes for b, or board.ErrUnfit.
func (l Layout) BitLen(b *board.Board) (int, error) {
	sides, err := l.Sides(b)
	if err != nil {
		return 0, err
	}
	return sides[board.White].Bits() + sides[board.Black].Bits(), nil
}

// Write writes b, or fails with board.ErrUnfit and writes nothing.
func (l Layout) Write(w *bitio.Writer, b *board.Board) error {
	sides, err := l.Sides(b)
	if err != nil {
		return err
	}
	white := b.Pieces(board.WhitePawn)
	for c := board.White; c <= board.Black; c++ {
		all := b.Color(c)
		king, pawns := b.Kind(board.King)&all, b.Kind(board.Pawn)&all
		w.TryWriteBits(uint64(king.First()), 6)
		w.TryWriteBool(pawns != 0)
		if pawns != 0 {
			w.TryWriteBits(uint64(pawns.Count()-1), 3)
			w.TryWriteBits(l.pawnValue(pawns, l.free(white, c)), uint8(sides[c].Pawns))
		}
		pieces := all &^ king &^ pawns
		w.TryWriteBits(uint64(pieces.Count()), 4)
		for ; pieces != 0; pieces = pieces.WithoutFirst() {
			s := pieces.First()
			w.TryWriteBits(uint64(b.KindAt(s)-board.Knight)<<6|uint64(s), 8)
		}
	}
	return w.TryError
}

// Read reads a board. It fails with board.ErrCorrupt or io.ErrUnexpectedEOF.
func (l Layout) Read(r *bitio.Reader) (board.Board, error) {
	if l > SkippingPicks {
		return board.Board{}, fmt.Errorf("piecelist: no such layout: %v", l)
	}
	var b board.Board
	var white bitboard.Set
	bit := 0
	read := func(n int) uint64 {
		bit += n
		return r.TryReadBits(uint8(n))
	}
	corrupt := func(format string, args ...any) (board.Board, error) {
		if r.TryError != nil {
			return board.Board{}, readError(r.TryError)
		}
		return board.Board{}, &board.CorruptError{Bit: bit, Msg: fmt.Sprintf(format, args...)}
	}
	for c := board.White; c <= board.Black; c++ {
		king := board.Square(read(6))
		if b.Occupied().Has(king) {
			return corrupt("king on %v, which is taken", king)
		}
		b.Put(king, board.PieceOf(c, board.King))
		if read(1) != 0 {
			k := int(read(3)) + 1
			free := l.free(white, c)
			if free.Count() < k {
				return corrupt("%d pawns on %d squares", k, free.Count())
			}
			pawns, msg := l.pawnSet(read(l.pawnBits(k, free.Count())), k, free)
			if msg != "" {
				return corrupt("%s", msg)
			}
			if taken := pawns & b.Occupied(); taken != 0 {
				return corrupt("pawn on %v, which is taken", taken.First())
			}
			if c == board.White {
				white = pawns
			}
			for ; pawns != 0; pawns = pawns.WithoutFirst() {
				b.Put(pawns.First(), board.PieceOf(c, board.Pawn))
			}
		}
		last := -1
		for range read(4) {
			v := read(8)
			s := board.Square(v & 63)
			if int(s) <= last {
				return corrupt("piece on %v after one on %v", s, board.Square(last))
			}
			if b.Occupied().Has(s) {
				return corrupt("piece on %v, which is taken", s)
			}
			last = int(s)
			b.Put(s, board.PieceOf(c, board.Knight+board.Kind(v>>6)))
		}
	}
	if r.TryError != nil {
		return board.Board{}, readError(r.TryError)
	}
	return b, nil
}

// readError wraps an error of reading. The end of the input inside a board is
// io.ErrUnexpectedEOF.
func readError(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("piecelist: read board: %w", err)
}
