package pattern

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// diffCondition is the difference of the players' pieces, after removing what both have.
type diffCondition struct {
	first, second army
	of            side
	by            [board.King]int // surplus of each kind of the first
	any           [board.King]bool
}

// newDiff parses a difference such as QvRR; either player may be the first.
func newDiff(of side, value string, f flip) (condition, *language.Error) {
	bad := language.Wrong("", value, "pieces against pieces such as QvRR, QP*vRR for any pawns, or bishop pair v bishop and knight")
	first, second, ok := language.CutArmies(value)
	d := &diffCondition{of: f.side(of)}
	var ok1, ok2 bool
	d.first, ok1 = parseArmy(first)
	d.second, ok2 = parseArmy(second)
	if !ok || !ok1 || !ok2 {
		return nil, bad
	}
	for sign, a := range map[int]*army{1: &d.first, -1: &d.second} {
		for i := range a.amounts {
			amount := &a.amounts[i]
			k := board.Kind(bits.TrailingZeros8(amount.kinds))
			switch {
			case amount.kinds != 1<<k || a.others:
				return nil, bad
			case k == board.King:
				amount.min, a.need[k] = 0, 0
			case amount.max == language.Unbounded && amount.min == 0:
				d.any[k] = true
			case amount.max != amount.min:
				return nil, bad
			default:
				d.by[k] += sign * amount.min
			}
			amount.max = language.Unbounded // both may also have more
		}
		a.simple = false
	}
	return d, nil
}

func (d *diffCondition) holds(f *facts) bool {
	return d.of.has(board.White) && d.is(f, board.White) || d.of.has(board.Black) && d.is(f, board.Black)
}

// is reports whether a player is the first.
func (d *diffCondition) is(f *facts, c board.Color) bool {
	us, them := f.counts[c], f.counts[c.Other()]
	for k := board.Pawn; k < board.King; k++ {
		if !d.any[k] && us.of(k)-them.of(k) != d.by[k] {
			return false
		}
	}
	return d.first.has(f, c) && d.second.has(f, c.Other())
}

func (d *diffCondition) gone(f *facts) bool {
	for c := board.White; c <= board.Black; c++ {
		if d.of.has(c) && !d.first.lost(f, c) && !d.second.lost(f, c.Other()) {
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
