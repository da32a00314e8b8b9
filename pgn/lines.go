package pgn

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// line is a line of moves as far as it was read.
type line struct {
	pos, before        board.Position // after the last move, and before it
	known, knownBefore bool           // pos and before are valid
	last, parent       int32          // index of the last move and its Parent
	ply                int            // moves up to pos from the start of the game
	moved              bool           // the line has a last move
	empty              int            // variations opened before any move
	blamed             bool           // a problem of one of its moves was reported
}

// lines follows the movetext of a game through its variations. Each open variation
// takes the memory of one line; variations without a move take none, however deep.
type lines struct {
	line
	outer []line
}

// reset starts a game at p, if that is known.
func (l *lines) reset(p *board.Position, known bool) {
	l.line = line{pos: *p, known: known, last: -1, parent: -1, blamed: !known}
	l.outer = l.outer[:0]
}

// play makes the move m, the element of index i.
func (l *lines) play(m board.Move, i int32) {
	l.enter()
	l.before, l.knownBefore = l.pos, l.known
	movegen.Make(&l.pos, m)
	l.step(i)
}

// lose passes an unknown move, the element of index i; no move after it can be known.
func (l *lines) lose(i int32) {
	l.enter()
	if l.known {
		l.before = l.pos
	}
	l.knownBefore, l.known = l.known, false
	l.step(i)
}

// enter starts a line for the first move of variations that were opened before any
// move. So a line with a last move never has empty variations.
func (l *lines) enter() {
	if l.empty > 0 {
		l.outer = append(l.outer, l.line)
		l.empty = 0
	}
}

func (l *lines) step(i int32) {
	l.parent, l.last = l.last, i
	l.ply++
	l.moved = true
}

// open starts a variation of the last move; ok is false if there is none.
func (l *lines) open() (ok bool) {
	if !l.moved {
		l.empty++
		return false
	}
	l.outer = append(l.outer, l.line)
	l.line = line{pos: l.before, known: l.knownBefore, last: l.parent, parent: -1, ply: l.ply - 1, blamed: !l.knownBefore}
	return true
}

// close ends a variation; ok is false if none is open.
func (l *lines) close() (ok bool) {
	switch n := len(l.outer); {
	case l.empty > 0:
		l.empty--
	case n > 0:
		l.line, l.outer = l.outer[n-1], l.outer[:n-1]
		l.empty = max(l.empty-1, 0) // the one that enter started
	default:
		return false
	}
	return true
}

// inside reports whether a variation is open.
func (l *lines) inside() bool { return len(l.outer) > 0 || l.empty > 0 }
