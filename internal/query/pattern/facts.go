package pattern

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// condition is what a term asks of a position.
type condition interface {
	// holds reports whether the position has it.
	holds(f *facts) bool
	// gone reports that no later position of the game can have it: pieces never
	// come back, and pawns never go back. It is asked after each capture and
	// promotion, and after each pawn move if a condition of the pattern asks where
	// pawns are, and then after each loss of rights to castle, too.
	gone(f *facts) bool
}

// facts are what conditions know of a position.
type facts struct {
	p        *board.Position
	ply      int
	next     board.Move // made from it, if there is one
	isLast   bool       // no move is made from it; known only if it is waited for
	epoch    int        // grows with each capture and pawn move
	recount  int        // grows with each capture and promotion
	pieces   int        // on the board
	pawns    [2]bitboard.Set
	counts   [2]counts
	rights   board.Rights
	openings []bool // for each line of moves, whether the game has begun with it
}

// refresh takes what captures and pawn moves change from a position, which a
// move has led to. It reports whether the numbers of pieces are others.
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

// counts is how many pieces of each kind a player has: eight bits for each, pawns
// lowest, kings highest.
type counts uint64

// of returns how many pieces of a kind there are.
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

// need is the least that a player must have of each kind of piece.
type need [board.King + 1]int

// lacking reports that a player who has c can never have n again: pawns may become
// what is missing, but for kings.
func (n *need) lacking(c counts) bool {
	pawns := c.of(board.Pawn) - n[board.Pawn]
	for k := board.Knight; k <= board.Queen; k++ {
		pawns -= max(0, n[k]-c.of(k))
	}
	return pawns < 0 || n[board.King] > c.of(board.King)
}

// bounds are the least and the most that a number may be.
type bounds struct{ min, max int }

func (b bounds) has(n int) bool { return b.min <= n && n <= b.max }

func parseBounds(text string) (b bounds, ok bool) {
	b.min, b.max, ok = language.ParseBounds(text)
	return b, ok
}

// every is a list of conditions that must all hold.
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

// lasting is a condition that may come as long as it asks no more.
type lasting func(f *facts) bool

func (l lasting) holds(f *facts) bool { return l(f) }

func (l lasting) gone(*facts) bool { return false }
