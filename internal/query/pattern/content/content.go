// Package content knows what may stand on a square, and how patterns write it: "N",
// "[Nb]", "!P", "A" for any white piece.
package content

import (
	"math/bits"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Set is a set of what may stand on a square: bit 0 nothing, and a bit for
// each board.Piece.
type Set uint16

// Sets of many contents.
const (
	Any   Set = 1<<13 - 1
	White Set = 0x7e
	Black Set = White << 6
	Pawns Set = 1<<board.WhitePawn | 1<<board.BlackPawn
)

// Want says what may stand for the content of a square.
const Want = "a piece of PNBRQKpnbrqk, A or a for any white or black one, . for an empty square, ? for anything, [Nb] for one of some, ! before it for all others"

// Parse reads what may stand on a square from the beginning of a text.
func Parse(text string) (s Set, rest string, ok bool) {
	rest, isNot := strings.CutPrefix(text, "!")
	if inside, isSet := strings.CutPrefix(rest, "["); isSet {
		letters, after, closed := strings.Cut(inside, "]")
		if !closed || letters == "" {
			return 0, "", false
		}
		for i := range len(letters) {
			one := of(letters[i])
			if one == 0 {
				return 0, "", false
			}
			s |= one
		}
		rest = after
	} else {
		if rest == "" {
			return 0, "", false
		}
		if s = of(rest[0]); s == 0 {
			return 0, "", false
		}
		rest = rest[1:]
	}
	if isNot {
		s ^= Any
	}
	return s, rest, true
}

func of(b byte) Set {
	switch b {
	case '.':
		return 1
	case '?':
		return Any
	case 'A':
		return White
	case 'a':
		return Black
	}
	if p, ok := board.PieceOfLetter(b); ok {
		return 1 << p
	}
	return 0
}

// Where returns the squares of a position that hold one of the set.
func (s Set) Where(p *board.Position) (in bitboard.Set) {
	switch {
	case s.Has(White):
		in, s = p.Color(board.White), s&^White
	case s.Has(Black):
		in, s = p.Color(board.Black), s&^Black
	}
	for ; s != 0; s &= s - 1 {
		in |= p.Pieces(board.Piece(bits.TrailingZeros16(uint16(s))))
	}
	return in
}

func (s Set) Has(all Set) bool { return s&all == all }

// Only returns the one content of a set, if it has one.
func (s Set) Only() (p board.Piece, ok bool) {
	return board.Piece(bits.TrailingZeros16(uint16(s))), s != 0 && s&(s-1) == 0
}
