package pawns

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// MayCome reports whether a game may get from one board to another, judged by pawns and
// the number of pieces, which never come back.
func MayCome(from, to *board.Board) bool {
	for color := board.White; color <= board.Black; color++ {
		captures := from.Color(color.Other()).Count() - to.Color(color.Other()).Count()
		pawn := board.PieceOf(color, board.Pawn)
		if captures < 0 || !MayBecome(from.Pieces(pawn), to.Pieces(pawn), color, captures) {
			return false
		}
	}
	return true
}

// MayBecome reports whether pawns of a colour on some squares may get to others with at
// most the given number of captures. Each moves forward only, and to an adjacent file
// only by a capture. Other pawns are captured or promoted. It may return true wrongly if
// an exact answer would take long.
func MayBecome(from, to bitboard.Set, color board.Color, captures int) bool {
	// If there is any assignment, there is one that leaves pawns already in place.
	there := from & to
	from, to = from&^there, to&^there
	if to == 0 {
		return true
	}
	if from.Count() < to.Count() || captures < 0 {
		return false
	}
	if color == board.Black {
		from, to = bitboard.Set(bits.ReverseBytes64(uint64(from))), bitboard.Set(bits.ReverseBytes64(uint64(to)))
	}
	r := route{steps: 200}
	return r.find(from, to, captures)
}

// route searches for paths of white pawns to squares.
type route struct{ steps int }

// find finds a pawn for each square, those next to White first.
func (r *route) find(from, to bitboard.Set, captures int) bool {
	if to == 0 {
		return true
	}
	if r.steps--; r.steps < 0 {
		return true
	}
	goal := int(to.First())
	for left := from; left != 0; left = left.WithoutFirst() {
		at := int(left.First())
		ranks, files := goal/8-at/8, goal%8-at%8
		if ranks < 0 {
			return false
		}
		files = max(files, -files)
		if files <= min(ranks, captures) && r.find(from&^bitboard.Of(board.Square(at)), to.WithoutFirst(), captures-files) {
			return true
		}
	}
	return false
}

// Behind returns the squares from which pawns of a colour may get to those of a set,
// including these.
func Behind(color board.Color, to bitboard.Set) bitboard.Set {
	all := to
	for range 7 {
		if color == board.White {
			to = to.Down() | to.DownLeft() | to.DownRight()
		} else {
			to = to.Up() | to.UpLeft() | to.UpRight()
		}
		all |= to
	}
	return all
}
