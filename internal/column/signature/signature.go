// Package signature excludes, by a few bytes for each game, positions that a game cannot
// have reached. Pawns leave their home squares once and never come back: a game reached
// a position only if the first pawns that left are those missing in the position. And a
// piece on the board at the end was on it in every earlier position, perhaps as a pawn.
//
// # Format
//
// The signatures of the games of a frame are a column of three texts, package text:
//
//	counts   a byte a game: how many pawns have left, 0 to 16, and 32 more if a pawn
//	         of White was promoted, 64 more if one of Black was; or 17 for an
//	         unknown game
//	pieces   five bytes for each known game: the pieces on the board at the end, four
//	         bits each for White's pawns, knights, bishops, rooks, queens, from the
//	         lowest bits of the first byte on, then Black's
//	squares  half as many bytes a game as pawns have left, rounded up: four bits for
//	         each, the first in the lowest: the file from a, 8 more for Black's; the
//	         last four bits of an odd number are 0
package signature

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Squares is a set of the home squares of pawns: bits 0 to 7 are a2 to h2, 8 to 15
// are a7 to h7.
type Squares uint16

// HomeOf returns the home squares that have a pawn of their side.
func HomeOf(b *board.Board) Squares {
	white := b.Pieces(board.WhitePawn) >> 8 & bitboard.Rank1
	black := b.Pieces(board.BlackPawn) >> 48 & bitboard.Rank1
	return Squares(white) | Squares(black)<<8
}

// unknown is the count of an unknown game.
const unknown = 17

// kinds is the number of kinds of pieces that are counted: all except kings.
const kinds = 5

// Counts is the number of a side's pieces of each kind from pawn to queen.
type Counts [kinds]uint8

// CountsOf counts the pieces of a side.
func CountsOf(b *board.Board, c board.Color) (m Counts) {
	for k := range m {
		m[k] = uint8(b.Pieces(board.PieceOf(c, board.Pawn+board.Kind(k))).Count())
	}
	return m
}

// Signature is that of one game. The zero Signature is that of a game in which no pawn
// has left its square, and which ends with kings alone.
type Signature struct {
	left   uint64 // four bits for each pawn that has left, the first lowest
	pieces uint64 // at the end: four bits for each kind, White's pawns lowest
	count  uint8  // of left
	// promoted has bit 0 if White has promoted a pawn, bit 1 if Black has.
	promoted uint8
}

// mostPawns is the most pawns of a side in a game that has a signature.
const mostPawns = 8

// Of returns the signature of a game; start is nil if it is not known.
func Of(start *board.Position, moves []board.Move) (s Signature) {
	if start == nil || start.Kind(board.Pawn)&(bitboard.Rank1|bitboard.Rank1<<56) != 0 ||
		max(start.Pieces(board.WhitePawn).Count(), start.Pieces(board.BlackPawn).Count()) > mostPawns {
		return Signature{count: unknown}
	}
	p := *start
	home := ^Squares(0)
	leave := func() {
		now := HomeOf(&p.Board)
		for gone, square := home&^now, uint64(0); gone != 0; gone, square = gone>>1, square+1 {
			if gone&1 != 0 {
				s.left |= square << (4 * s.count)
				s.count++
			}
		}
		home = now
	}
	leave()
	for _, m := range moves {
		if m.Promotion() != board.NoKind {
			s.promoted |= 1 << p.Turn
		}
		movegen.Make(&p, m)
		leave()
	}
	for _, c := range []board.Color{board.Black, board.White} {
		pieces := CountsOf(&p.Board, c)
		for k := kinds - 1; k >= 0; k-- {
			if pieces[k] > 15 {
				return Signature{count: unknown}
			}
			s.pieces = s.pieces<<4 | uint64(pieces[k])
		}
	}
	return s
}

// Want is the known part of a position to search for.
type Want struct {
	// Home are squares on which a pawn has stayed; Gone are squares that a pawn has
	// left.
	Home, Gone Squares
	// Most is the greatest number of pieces of each kind, by side. It is used only if
	// Limited is set.
	Most    [2]Counts
	Limited bool
}

// WantOf returns the Want of a position with a given board.
func WantOf(b *board.Board) Want {
	home := HomeOf(b)
	return Want{Home: home, Gone: ^home, Limited: true, Most: [2]Counts{CountsOf(b, board.White), CountsOf(b, board.Black)}}
}

// Admits reports whether a game may have reached a position that w describes.
func (s *Signature) Admits(w *Want) bool {
	if s.count == unknown {
		return true
	}
	if w.Limited && !(fits(s.pieces, &w.Most[0], s.promoted&1 != 0) && fits(s.pieces>>(4*kinds), &w.Most[1], s.promoted&2 != 0)) {
		return false
	}
	gone, left := w.Gone, s.left
	for n := s.count; gone != 0; n-- {
		square := Squares(1) << (left & 15)
		if n == 0 || w.Home&square != 0 {
			return false
		}
		gone &^= square
		left >>= 4
	}
	return true
}

// Pieces returns the number of pieces on the board at the end, at least: kings apart, and 0
// for an unknown game.
func (s *Signature) Pieces() (n int) {
	if s.count == unknown {
		return 0
	}
	for rest := s.pieces; rest != 0; rest >>= 4 {
		n += int(rest & 15)
	}
	return n
}

// fits reports whether a side that has at most some pieces may have others at the end,
// four bits for each kind: pieces in excess were pawns.
func fits(end uint64, most *Counts, promoted bool) bool {
	pawns := min(mostPawns, int(most[0])) - int(end&15)
	for k := 1; k < kinds; k++ {
		if more := int(end>>(4*k)&15) - int(most[k]); more > 0 {
			if !promoted {
				return false
			}
			pawns -= more
		}
	}
	return pawns >= 0
}
