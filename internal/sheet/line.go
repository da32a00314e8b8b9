package sheet

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// place is where a line of moves has come to.
type place struct {
	pos  board.Position
	past movelist.Past // of the fast level
	deep learned.Past  // of the learned ones
	lost bool          // a word was no legal move: the position is unknown from there on
}

// lines follows the moves of a game and of its variations.
type lines struct {
	learned     bool  // keeps deep, else past
	now, before place // before the last move, where a variation starts
	stack       []place
}

func (l *lines) reset(start *board.Position) {
	l.now = place{pos: *start}
	l.before = l.now
	l.stack = l.stack[:0]
}

// play makes a legal move or the null move.
func (l *lines) play(m board.Move) {
	l.before = l.now
	if l.learned {
		l.now.deep = l.now.deep.Next(&l.now.pos, m)
	} else {
		l.now.past = l.now.past.Next(&l.now.pos, m)
	}
	movegen.Make(&l.now.pos, m)
}

// lose goes past a word that is no move.
func (l *lines) lose() {
	l.before = l.now
	l.now.lost = true
}

// open starts a variation on the last move.
func (l *lines) open() {
	l.stack = append(l.stack, l.now, l.before)
	l.now = l.before
}

// close ends a variation; a bracket that closes none is harmless.
func (l *lines) close() {
	if n := len(l.stack); n > 0 {
		l.now, l.before = l.stack[n-2], l.stack[n-1]
		l.stack = l.stack[:n-2]
	}
}
