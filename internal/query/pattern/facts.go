package pattern

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// condition is a term as a test of positions.
type condition interface {
	// holds reports whether the position meets it.
	holds(f *facts) bool
	// gone reports that no later position of the game can meet it: pieces never come
	// back, and pawns never go back. It is called after each capture and promotion; if a
	// condition of the pattern depends on pawns, also after each pawn move and each loss
	// of castling rights.
	gone(f *facts) bool
}

// facts are the data of a position that conditions use.
type facts struct {
	p        *board.Position
	ply      int
	next     board.Move // made from it, if any
	isLast   bool       // no move is made from it; set only if the pattern needs it
	epoch    int        // grows with each capture and pawn move
	recount  int        // grows with each capture and promotion
	pieces   int        // on the board
	pawns    [2]bitboard.Set
	counts   [2]counts
	rights   board.Rights
	openings []bool // for each line of moves, whether the game has begun with it
}

// refresh updates the facts that captures and pawn moves change. M is the move that led
// to p. It reports whether the numbers of pieces changed.
func (f *facts) refresh(p *board.Position, m board.Move) (counted bool) {
	f.epoch++
	pawns, black := p.Kind(board.Pawn), p.Color(board.Black)
	f.pawns = [2]bitboard.Set{pawns &^ black, pawns & black}
	n := p.Occupied().Count()
	if n == f.pieces && m.Promotion() == board.NoKind && f.ply != 0 {
		return false
	}
	f.recount++
	f.pieces, f.counts = n, countsOf(p)
	return true
}

// counts is the number of pieces of each kind of a player: eight bits for each, pawns
// lowest, kings highest.
type counts uint64

// of returns the number of pieces of a kind.
func (c counts) of(k board.Kind) int { return int(c >> (8 * (k - 1)) & 255) }

// countsOf counts the pieces of both players.
func countsOf(p *board.Position) (c [2]counts) {
	black := p.Color(board.Black)
	for k := board.Pawn; k <= board.King; k++ {
		all := p.Kind(k)
		c[board.White] |= counts((all &^ black).Count()) << (8 * (k - 1))
		c[board.Black] |= counts((all & black).Count()) << (8 * (k - 1))
	}
	return c
}

// need is the least number of a player's pieces of each kind.
type need [board.King + 1]int

// lacking reports that a player who has c can never have n again: pawns can become all
// missing pieces except kings.
func (n *need) lacking(c counts) bool {
	pawns := c.of(board.Pawn) - n[board.Pawn]
	for k := board.Knight; k <= board.Queen; k++ {
		pawns -= max(0, n[k]-c.of(k))
	}
	return pawns < 0 || n[board.King] > c.of(board.King)
}

// bounds are the least and the greatest value of a number.
type bounds struct{ min, max int }

func (b bounds) has(n int) bool { return b.min <= n && n <= b.max }

func parseBounds(text string) (b bounds, ok bool) {
	b.min, b.max, ok = language.ParseBounds(text)
	return b, ok
}

// every is a list of conditions of which all must hold.
type every []condition

func (e every) holds(f *facts) bool {
	for _, c := range e {
		if !c.holds(f) {
			return false
		}
	}
	return true
}

func (e every) gone(f *facts) bool {
	for _, c := range e {
		if c.gone(f) {
			return true
		}
	}
	return false
}

// anyOf is a list of conditions of which one must hold.
type anyOf []condition

func (a anyOf) holds(f *facts) bool {
	for _, c := range a {
		if c.holds(f) {
			return true
		}
	}
	return false
}

func (a anyOf) gone(f *facts) bool {
	for _, c := range a {
		if !c.gone(f) {
			return false
		}
	}
	return true
}

// not is a condition that must not hold.
type not struct{ condition }

func (n not) holds(f *facts) bool { return !n.condition.holds(f) }

func (n not) gone(*facts) bool { return false }

// lasting is a condition that never becomes impossible.
type lasting func(f *facts) bool

func (l lasting) holds(f *facts) bool { return l(f) }

func (l lasting) gone(*facts) bool { return false }
