package endgame

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
)

// Table is a solved ending: the distance to mate of every position, for both sides to
// move. A Table is immutable, and several goroutines may use it at once.
type Table struct {
	ending
	// By slot: 1 + the half-moves to mate, 0 if drawn, 255 if impossible.
	white, black []uint8
	longest      int // greatest distance of a position, in half-moves

	without  [maxPieces]*Table                  // after the loss of a piece
	promoted [maxPieces][len(promotions)]*Table // after a promotion, or nil
}

// Name returns the name of the ending, such as "KBNK".
func (t *Table) Name() string { return t.ending.String() }

// Probe returns the outcome of p with best play, as Base.Probe does. It answers for
// the table's ending and those that it leads to.
func (t *Table) Probe(p *board.Position) (Outcome, error) { return probe(t, p) }

// Best returns a best move of p and the outcome of Probe, as Base.Best does.
func (t *Table) Best(p *board.Position) (board.Move, Outcome, error) { return best(t, p) }

// value implements source.
func (t *Table) value(e ending, p placement) (uint8, error) {
	of := t.find(e)
	if of == nil {
		return 0, fmt.Errorf("%w: %v; this is the table of %v", ErrUnsolved, e, t.ending)
	}
	slot, ok := of.slot(p)
	if !ok || of.white[slot] == impossible {
		return 0, fmt.Errorf("endgame: %v: asked for an impossible placement", e)
	}
	return of.white[slot], nil
}

// find returns the table of e among t and those it leads to, or nil.
func (t *Table) find(e ending) *Table {
	if t.ending == e {
		return t
	}
	for i := range t.count {
		if s := t.without[i].find(e); s != nil {
			return s
		}
		for _, promoted := range t.promoted[i] {
			if promoted == nil {
				continue
			}
			if s := promoted.find(e); s != nil {
				return s
			}
		}
	}
	return nil
}

// Counts are the numbers of positions of a solved ending. Positions that are equal by
// symmetry are counted separately.
type Counts struct {
	// White is the number of positions with White, who has the pieces, to move,
	// indexed by the half-moves to mate. Only odd ones occur. The last is the longest
	// win, len(White) / 2 moves.
	White []int `json:"white"`
	// Black is the same with Black to move, mates at index 0. Only even ones
	// occur.
	Black []int `json:"black"`
	// WhiteLegal and BlackLegal are the numbers of legal positions.
	WhiteLegal int `json:"white_legal"`
	BlackLegal int `json:"black_legal"`
	// WhiteWon and BlackLost are the numbers of positions won for White.
	WhiteWon  int `json:"white_won"`
	BlackLost int `json:"black_lost"`
	// Stalemates is the number of positions in which Black has no move and
	// is not in check.
	Stalemates int `json:"stalemates"`
}

// Counts counts the positions of t.
func (t *Table) Counts() Counts {
	c := Counts{White: make([]int, t.longest+1), Black: make([]int, t.longest+1)}
	for slot := range t.slots() {
		if t.black[slot] == impossible {
			continue
		}
		p := t.placement(slot)
		alike := t.alike(p)
		c.BlackLegal += alike
		if v := int(t.black[slot]); v != unknown {
			c.BlackLost += alike
			c.Black[v-1] += alike
		}
		if t.white[slot] == impossible {
			continue
		}
		c.WhiteLegal += alike
		if v := int(t.white[slot]); v != unknown {
			c.WhiteWon += alike
			c.White[v-1] += alike
		}
		stuck := true
		t.replies(p, func(uint8, bool) bool {
			stuck = false
			return false
		})
		if stuck {
			c.Stalemates += alike
		}
	}
	c.White, c.Black = trim(c.White), trim(c.Black)
	return c
}

// trim removes zeros from the end.
func trim(counts []int) []int {
	for len(counts) > 0 && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts
}
