package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// Place is the current place of a line of moves.
type Place struct {
	Position board.Position
	Lost     bool       // a word was not a legal move: the position is unknown after it
	Passed   bool       // a player has passed
	Move     board.Move // the last
	Ply      int        // moves and words so far

	fast fast.Past  // the fast level's data of earlier moves
	deep moves.Past // the learned levels' data of earlier moves
}

// Line follows the moves of a game and of its variations.
type Line struct {
	learned bool // updates deep, otherwise fast
	// A ring of three places: the current one, the one before the last move, where a
	// variation starts, and the one before the move before it.
	places [3]Place
	at     int // index in places of the current one
	stack  []Place
}

// back is the index of the previous place.
var back = [3]int{2, 0, 1}

// Reset goes to the start of a game. Learned is whether its moves are coded by a
// learned level.
func (l *Line) Reset(start *board.Position, learned bool) {
	l.learned = learned
	l.at = 0
	l.places[0] = Place{Position: *start}
	l.places[1], l.places[2] = l.places[0], l.places[0]
	l.stack = l.stack[:0]
}

// Now returns the place after the last move. It is valid until the line moves on.
func (l *Line) Now() *Place { return &l.places[l.at] }

// Before returns the place before the last move, where a variation on it starts.
func (l *Line) Before() *Place { return &l.places[back[l.at]] }

// Earlier returns the place before the move before the last one.
func (l *Line) Earlier() *Place { return &l.places[back[back[l.at]]] }

// Outside reports whether the line is outside variations.
func (l *Line) Outside() bool { return len(l.stack) == 0 }

// End returns the position after the last move, if that is known and not in a
// variation.
func (l *Line) End() (p *board.Position, ok bool) {
	now := l.Now()
	return &now.Position, !now.Lost && l.Outside()
}

// Play makes a legal move or the null move.
func (l *Line) Play(m board.Move) {
	now := l.next()
	if l.learned {
		now.deep = now.deep.Next(&now.Position, m)
	} else {
		now.fast = now.fast.Next(&now.Position, m)
	}
	movegen.Make(&now.Position, m)
	now.Passed = now.Passed || m == board.NullMove
	now.Move = m
	now.Ply++
}

// next makes the current place the previous one, and returns a copy of it as the new
// current place.
func (l *Line) next() *Place {
	before := l.Now()
	l.at = back[back[l.at]] // the earliest
	now := l.Now()
	*now = *before
	return now
}

// Lose passes a word that is not a move, or an unknown move.
func (l *Line) Lose() {
	now := l.next()
	now.Lost = true
	now.Ply++
}

// Forget makes the position unknown.
func (l *Line) Forget() { l.Now().Lost = true }

// Pass follows the line past a step that is not a legal move. A closing bracket
// without an opening one is ignored.
func (l *Line) Pass(o layout.Op) {
	switch o {
	case layout.OpNull:
		if l.Now().Lost {
			l.Lose()
		} else {
			l.Play(board.NullMove)
		}
	case layout.OpWord:
		l.Lose()
	case layout.OpOpen:
		l.stack = append(l.stack, *l.Now(), *l.Before(), *l.Earlier())
		*l.Now() = *l.Before()
	case layout.OpClose:
		if n := len(l.stack); n > 0 {
			*l.Now(), *l.Before(), *l.Earlier() = l.stack[n-3], l.stack[n-2], l.stack[n-1]
			l.stack = l.stack[:n-3]
		}
	}
}
