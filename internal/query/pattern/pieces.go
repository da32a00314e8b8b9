package pattern

import (
	"math/bits"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// pieceSet is a set of contents of a square: bit 0 for an empty square, and a bit for
// each board.Piece.
type pieceSet uint16

// Common sets.
const (
	anyPiece pieceSet = 1<<13 - 1
	anyWhite pieceSet = 0x7e
	anyBlack pieceSet = anyWhite << 6
	anyPawn  pieceSet = 1<<board.WhitePawn | 1<<board.BlackPawn
)

// wantPieces describes the valid texts.
const wantPieces = "a piece of PNBRQKpnbrqk, A or a for any white or black one, . for an empty square, ? for anything, [Nb] for one of some, ! before it for all others"

// parsePieces parses the contents of a square from the beginning of a text.
func parsePieces(text string) (s pieceSet, rest string, ok bool) {
	rest, isNot := strings.CutPrefix(text, "!")
	if inside, isSet := strings.CutPrefix(rest, "["); isSet {
		letters, after, closed := strings.Cut(inside, "]")
		if !closed || letters == "" {
			return 0, "", false
		}
		for i := range len(letters) {
			one := piecesOf(letters[i])
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
		if s = piecesOf(rest[0]); s == 0 {
			return 0, "", false
		}
		rest = rest[1:]
	}
	if isNot {
		s ^= anyPiece
	}
	return s, rest, true
}

func piecesOf(b byte) pieceSet {
	switch b {
	case '.':
		return 1
	case '?':
		return anyPiece
	case 'A':
		return anyWhite
	case 'a':
		return anyBlack
	}
	if p, ok := board.PieceOfLetter(b); ok {
		return 1 << p
	}
	return 0
}

// Where returns the squares of a position that hold one of the set.
func (s pieceSet) Where(p *board.Position) (in bitboard.Set) {
	switch {
	case s.Has(anyWhite):
		in, s = p.Color(board.White), s&^anyWhite
	case s.Has(anyBlack):
		in, s = p.Color(board.Black), s&^anyBlack
	}
	for ; s != 0; s &= s - 1 {
		in |= p.Pieces(board.Piece(bits.TrailingZeros16(uint16(s))))
	}
	return in
}

func (s pieceSet) Has(all pieceSet) bool { return s&all == all }

// Only returns the one content of a set, if it has one.
func (s pieceSet) Only() (p board.Piece, ok bool) {
	return board.Piece(bits.TrailingZeros16(uint16(s))), s != 0 && s&(s-1) == 0
}
