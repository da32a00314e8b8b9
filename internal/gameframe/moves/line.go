package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Place is where a line of moves has come to.
type Place struct {
	Position board.Position
	Lost     bool       // a word was no legal move: the position is unknown from there on
	Move     board.Move // the last
	Ply      int        // moves and words so far

	fast movelist.Past // what the fast level knows of the moves before
	deep learned.Past  // what the learned levels do
}

// Line follows the moves of a game and of its variations.
type Line struct {
	learned bool // keeps deep, else fast
	now     Place
	before  Place // before the last move, where a variation starts
	earlier Place // before the one before
	stack   []Place
}

// Reset goes to the start of a game. Learned says that moves are coded by a
// learned level.
func (l *Line) Reset(start *board.Position, learned bool) {
	l.learned = learned
	l.now = Place{Position: *start}
	l.before, l.earlier = l.now, l.now
	l.stack = l.stack[:0]
}

// Now is the place after the last move. It is valid until the line goes on.
func (l *Line) Now() *Place { return &l.now }

// Before is the place before the last move, from where a variation on it starts.
func (l *Line) Before() *Place { return &l.before }

// Earlier is the place before the move before the last one.
func (l *Line) Earlier() *Place { return &l.earlier }

// Outside reports whether the line stands outside variations.
func (l *Line) Outside() bool { return len(l.stack) == 0 }

// End returns the position after the last move, if that is known and not in a
// variation.
func (l *Line) End() (p *board.Position, ok bool) {
	return &l.now.Position, !l.now.Lost && l.Outside()
}

// Play makes a legal move or the null move.
func (l *Line) Play(m board.Move) {
	l.earlier, l.before = l.before, l.now
	if l.learned {
		l.now.deep = l.now.deep.Next(&l.now.Position, m)
	} else {
		l.now.fast = l.now.fast.Next(&l.now.Position, m)
	}
	movegen.Make(&l.now.Position, m)
	l.now.Move = m
	l.now.Ply++
}

// Lose passes a word that is no move, or a move that is not known.
func (l *Line) Lose() {
	l.earlier, l.before = l.before, l.now
	l.now.Lost = true
	l.now.Ply++
}

// Forget says that the position is not known.
func (l *Line) Forget() { l.now.Lost = true }

// Pass follows the line past a step that is not a legal move. A bracket that
// closes none is ignored.
func (l *Line) Pass(o layout.Op) {
	switch o {
	case layout.OpNull:
		if l.now.Lost {
			l.Lose()
		} else {
			l.Play(board.NullMove)
		}
	case layout.OpWord:
		l.Lose()
	case layout.OpOpen:
		l.stack = append(l.stack, l.now, l.before, l.earlier)
		l.now = l.before
	case layout.OpClose:
		if n := len(l.stack); n > 0 {
			l.now, l.before, l.earlier = l.stack[n-3], l.stack[n-2], l.stack[n-1]
			l.stack = l.stack[:n-3]
		}
	}
}
