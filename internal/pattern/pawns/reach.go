package pawns

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// MayBecome reports whether the pawns of a colour on some squares may come to stand on
// others while they capture so many pieces at most: each goes forward only, and to the
// next file with a capture only. Those that are left over are captured or promoted. It
// may say so of pawns that cannot, where finding out would take long.
func MayBecome(from, to bitboard.Set, color board.Color, captures int) bool {
	// Where there is any way, there is one that leaves those that are there.
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

// route looks for ways of white pawns to squares.
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
		if files <= min(ranks, captures) && r.find(from&^bitboard.Of(uint8(at)), to.WithoutFirst(), captures-files) {
			return true
		}
	}
	return false
}
