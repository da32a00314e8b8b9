package pattern

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// diffCondition is the difference of the players' pieces, after removing what both have.
type diffCondition struct {
	of            side
	first, second surplus
}

// surplus is what one player has and the other has not.
type surplus struct {
	pieces need
	any    [board.King]bool // kinds of which both may have any number
	pair   bool             // two bishops on squares of different colours
}

// newDiff parses a difference such as QvRR; either player may be the first.
func newDiff(of side, value string, f flip) (condition, *language.Error) {
	first, second, ok := language.CutArmies(value)
	a, ok1 := parseSurplus(first)
	b, ok2 := parseSurplus(second)
	if !ok || !ok1 || !ok2 {
		return nil, language.Wrong("", value, "pieces against pieces such as QvRR, QP*vRR for any pawns, or bishop pair v bishop and knight")
	}
	return &diffCondition{f.side(of), a, b}, nil
}

// parseSurplus reads one side of a difference. Kings count for nothing.
func parseSurplus(text string) (s surplus, ok bool) {
	a, ok := parseArmy(text)
	s.pair, s.pieces = a.pair, a.need
	s.pieces[board.King] = 0
	for _, amount := range a.amounts {
		k := board.Kind(bits.TrailingZeros8(amount.kinds))
		switch {
		case amount.kinds != 1<<k:
			return s, false
		case k == board.King:
		case amount.min == 0 && amount.max == language.Unbounded:
			s.any[k] = true
		case amount.min != amount.max:
			return s, false
		}
	}
	return s, ok && !a.others
}

func (d *diffCondition) holds(f *facts) bool {
	return d.of.has(board.White) && d.is(f, board.White) || d.of.has(board.Black) && d.is(f, board.Black)
}

// is reports whether a player is the first.
func (d *diffCondition) is(f *facts, first board.Color) bool {
	second := first.Other()
	for k := board.Pawn; k < board.King; k++ {
		ours := f.counts[first].of(k) - d.first.pieces[k]
		theirs := f.counts[second].of(k) - d.second.pieces[k]
		if ours < 0 || theirs < 0 || ours != theirs && !d.first.any[k] && !d.second.any[k] {
			return false
		}
	}
	return (!d.first.pair || hasPair(f, first)) && (!d.second.pair || hasPair(f, second))
}

func (d *diffCondition) gone(f *facts) bool {
	for first := board.White; first <= board.Black; first++ {
		if d.of.has(first) && !d.first.pieces.lacking(f.counts[first]) && !d.second.pieces.lacking(f.counts[first.Other()]) {
			return false
		}
	}
	return true
}

// points are the values of pieces.
var points = [board.King]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}

// newPoints parses a player's lead in points.
func newPoints(of side, value string, f flip) (condition, *language.Error) {
	n, ok := parseBounds(value)
	if !ok {
		return nil, language.Wrong("", value, "by how much more, such as 3, 1-, 2-4 or -2..2")
	}
	of = f.side(of)
	return lasting(func(f *facts) bool {
		by := 0
		for k := board.Pawn; k < board.King; k++ {
			by += points[k] * (f.counts[board.White].of(k) - f.counts[board.Black].of(k))
		}
		return of.has(board.White) && n.has(by) || of.has(board.Black) && n.has(-by)
	}), nil
}

// newPieces parses a number of pieces: of a player, or of both.
func newPieces(of side, value string, f flip) (condition, *language.Error) {
	n, ok := parseBounds(value)
	if !ok || n.max < 0 {
		return nil, language.Wrong("", value, "how many with kings and pawns, such as 7, -10 or 20-")
	}
	return &pieceCount{f.side(of), n}, nil
}

// pieceCount is the number of a player's pieces; for either side, of both together.
type pieceCount struct {
	side side
	n    bounds
}

func (c *pieceCount) count(f *facts) (n int) {
	for color := board.White; color <= board.Black; color++ {
		if c.side.has(color) {
			n += f.counts[color].total()
		}
	}
	return n
}

func (c *pieceCount) holds(f *facts) bool { return c.n.has(c.count(f)) }

func (c *pieceCount) gone(f *facts) bool { return c.count(f) < c.n.min }

func (c *pieceCount) mostPieces() int {
	if c.side == eitherSide {
		return c.n.max
	}
	return 32
}

// newBishops parses the square colours of bishops.
func newBishops(of side, value string, f flip) (condition, *language.Error) {
	of = f.side(of)
	switch value {
	case "pair":
		return lasting(func(f *facts) bool {
			return of.has(board.White) && hasPair(f, board.White) || of.has(board.Black) && hasPair(f, board.Black)
		}), nil
	case "opposite", "same":
		return oneBishop{value == "opposite"}, nil
	}
	return nil, language.Wrong("", value, "pair, opposite or same")
}

// oneBishop is one bishop of each player, on squares of opposite colours or not.
type oneBishop struct{ opposite bool }

func (b oneBishop) holds(f *facts) bool {
	if f.counts[board.White].of(board.Bishop) != 1 || f.counts[board.Black].of(board.Bishop) != 1 {
		return false
	}
	dark := (f.p.Kind(board.Bishop) & darkSquares).Count()
	return dark == 1 == b.opposite
}

func (oneBishop) gone(f *facts) bool {
	for _, c := range f.counts {
		if c.of(board.Bishop) == 0 && c.of(board.Pawn) == 0 {
			return true
		}
	}
	return false
}
