package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Lines gives the main lines of the games of a frame, where these are known without
// reading it.
type Lines interface {
	// Line returns the first moves of the main line of a game, null moves among them, as
	// many as there are and can be played, but at most so many half-moves. It returns nil
	// where it knows none. They are good until another game is asked for.
	Line(game, plies int) []board.Move
	// Knows reports whether the main line of a game is known.
	Knows(game int) bool
}

// Game is what is known of a game before its moves are read.
type Game struct {
	Number  int // in the frame
	Start   *board.Position
	Known   learned.Known // for a learned level
	Plies   int           // half-moves of the main line
	Opening []board.Move  // the first moves, which are not coded
}

// told is a group of games whose main lines may be known. Nothing of its string has
// been decoded while it is on.
type told struct {
	lines  Lines // nil for none
	budget *budget.Budget
	on     bool
	games  []toldGame   // that have begun
	line   []board.Move // of the last game, once that was asked for
	asked  bool
}

// toldGame is a game whose moves were known so far.
type toldGame struct {
	Game
	start  board.Position
	passed int // half-moves
}

// enter comes to the next group.
func (t *told) enter() { t.on, t.games, t.line = t.lines != nil, t.games[:0], nil }

// begin begins a game.
func (t *told) begin(g *Game) {
	t.games = append(t.games, toldGame{Game: *g, start: *g.Start})
	t.line, t.asked = nil, false
}

// knows reports whether the main line of the last game is known.
func (t *told) knows() bool { return t.lines != nil && t.lines.Knows(t.games[len(t.games)-1].Number) }

// pass passes so many half-moves of the main line of the game.
func (t *told) pass(plies int) { t.games[len(t.games)-1].passed = plies }

// next returns the move that follows where the line has come to, if it is known. It may
// be illegal, if it is that of another game.
func (t *told) next(l *Line) (m board.Move, ok bool) {
	if !t.asked {
		g := &t.games[len(t.games)-1]
		t.line, t.asked = t.lines.Line(g.Number, g.Plies), true
	}
	now := l.Now()
	if now.Ply >= len(t.line) || !l.Outside() || now.Lost {
		return 0, false
	}
	m = t.line[now.Ply]
	if m == board.NullMove {
		return 0, false
	}
	t.pass(now.Ply + 1)
	return m, true
}

// of returns the moves of a game that were passed, false if they are not known.
func (t *told) of(g *toldGame) (line []board.Move, ok bool) {
	if g.passed > 0 && t.lines != nil {
		line = t.lines.Line(g.Number, g.passed)
	}
	return line, len(line) == g.passed
}
